"""The server: static pages, and the JSON API that they and other programs use."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from hadara_agents.play import routes_replays, routes_sessions
from hadara_agents.play.api_page import api_page
from hadara_agents.play.box import box
from hadara_agents.play.errors import PlayError
from hadara_agents.play.guard import Guard
from hadara_agents.play.lounge import Lounge
from hadara_agents.play.models import Problem
from hadara_agents.play.offers import Offers
from hadara_agents.play.rules import rules
from hadara_agents.play.settings import Settings
from hadara_agents.play.store import Store
from hadara_env import HadaraError, __version__
from hadara_env.config import MAX_SEED, RULE_SETS

STATIC: Final = Path(__file__).parent / "static"
_ABOUT: Final = (
    "Play Hadara with people and agents. Every table holds what its seat may see and no more. Errors are "
    '`{"error": "a sentence"}`.'
)


def create_app(settings: Settings) -> FastAPI:
    """The application for these settings; `hadara play` serves it."""
    offers = Offers(settings.agents)
    store = Store(settings.data, settings.max_saved, settings.keep_days)
    lounge = Lounge(settings, offers, store)

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        app.state.loop = asyncio.get_running_loop()
        tidying = asyncio.ensure_future(lounge.tidy())
        yield
        tidying.cancel()
        await lounge.close()

    refusals: dict[int | str, dict[str, Any]] = {"4XX": {"model": Problem, "description": "Refused, with the reason."}}
    app = FastAPI(
        title="Hadara",
        version=__version__,
        description=_ABOUT,
        openapi_url="/api/openapi.json",
        docs_url=None,  # the framework's pages fetch their scripts from elsewhere
        redoc_url=None,
        lifespan=lifespan,
        responses=refusals,
    )
    app.state.lounge = lounge
    _answer_errors(app)
    _add_facts(app, settings, offers)
    app.include_router(routes_sessions.router)
    app.include_router(routes_replays.router)
    app.mount("/static", StaticFiles(directory=STATIC, check_dir=False), name="static")

    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(STATIC / "index.html")

    @app.get("/api", include_in_schema=False)
    async def description() -> HTMLResponse:
        return HTMLResponse(api_page(app.openapi()))

    app.add_middleware(Guard, settings=settings)
    return app


def _add_facts(app: FastAPI, settings: Settings, offers: Offers) -> None:
    """What never changes while the server runs."""
    facts = box(settings.cards)
    options = {
        "players": {"least": 2, "most": 5},
        "rules": list(RULE_SETS),
        "max_seed": MAX_SEED,
        "max_replay": settings.max_replay,
        "version": __version__,
        **offers.as_json(),
    }

    @app.get("/api/box", tags=["facts"], summary="The contents of the box: cards, colonies, busts, seals")
    async def get_box() -> JSONResponse:
        return JSONResponse(facts)

    @app.get("/api/rules", tags=["facts"], summary="The rules by chapter and clause, and by step")
    async def get_rules() -> JSONResponse:
        return JSONResponse(rules())

    @app.get("/api/options", tags=["facts"], summary="Agents to play against, advisers, and limits")
    async def get_options() -> JSONResponse:
        return JSONResponse(options)


def _answer_errors(app: FastAPI) -> None:
    """Every refusal is one sentence under one key."""

    @app.exception_handler(PlayError)
    async def refused(_: Request, error: PlayError) -> JSONResponse:
        return JSONResponse({"error": str(error)}, error.status)

    @app.exception_handler(HadaraError)
    async def not_allowed(_: Request, error: HadaraError) -> JSONResponse:
        return JSONResponse({"error": "The game cannot do that."}, 422)

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        return JSONResponse({"error": _first_fault(error)}, 422)

    @app.exception_handler(HTTPException)
    async def elsewhere(request: Request, error: HTTPException) -> JSONResponse:
        sentences = {404: "There is nothing here.", 405: f"{request.method} is not possible here.", 413: error.detail}
        sentence = sentences.get(error.status_code, "The request cannot be read.")
        return JSONResponse({"error": sentence}, error.status_code)


def _first_fault(error: RequestValidationError) -> str:
    """The first thing wrong with a request, in words; nothing of the request is repeated."""
    fault = error.errors()[0]
    if fault["type"] == "json_invalid":
        return "The body is not valid JSON."
    where = ".".join(str(part) for part in fault["loc"] if part not in ("body", "query", "path"))
    reason = str(fault["msg"]).rstrip(".")
    return f"{where[:80] or 'The request'}: {reason[:1].lower()}{reason[1:200]}."
