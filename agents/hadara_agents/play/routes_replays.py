"""The API of games to look back on: load one, see its frames, have it reviewed."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse

from hadara_agents.explain import about_of, unit_of
from hadara_agents.play import advice
from hadara_agents.play.errors import PlayError
from hadara_agents.play.jobs import Job
from hadara_agents.play.lounge import Lounge
from hadara_agents.play.models_replays import Frames, PointsCurve, ReplayInfo, Review, ValueCurve
from hadara_agents.play.replays import Film, upload
from hadara_agents.play.routes_sessions import lounge_of
from hadara_agents.registry import make

router = APIRouter(prefix="/api/replays", tags=["replays"])
AgentQuery = Annotated[str | None, Query(max_length=200, description="an adviser from /api/options")]
_MOST_FRAMES = 1000  # more than any game has


@router.post("", status_code=201, response_model=ReplayInfo, summary="Load a replay file")
async def load(request: Request) -> Any:
    """The body is the text of a hadara-replay/1 file. It is played through and refused where it breaks the rules."""
    lounge = lounge_of(request)
    replay_id, replay = await lounge.look_back(upload, await request.body())
    film = await lounge.look_back(Film, replay_id, replay, lounge.cards)
    await lounge.keep_upload(replay_id, replay)
    return JSONResponse(film.describe(), 201)


@router.get("/{replay_id}", response_model=ReplayInfo, summary="A loaded replay or a finished session")
async def info(request: Request, replay_id: str) -> Any:
    return JSONResponse((await lounge_of(request).film(replay_id)).describe())


@router.get("/{replay_id}/file", summary="The hadara-replay/1 object itself")
async def file(request: Request, replay_id: str) -> JSONResponse:
    film = await lounge_of(request).film(replay_id)
    return JSONResponse(film.replay, headers={"content-disposition": f'attachment; filename="hadara-{film.id}.json"'})


@router.get("/{replay_id}/frames", response_model=Frames, summary="Open tables, move by move")
async def frames(
    request: Request,
    replay_id: str,
    first: Annotated[int, Query(alias="from", ge=0)] = 0,
    last: Annotated[int, Query(alias="to", ge=0, le=_MOST_FRAMES)] = _MOST_FRAMES,
) -> Any:
    lounge = lounge_of(request)
    film = await lounge.film(replay_id)
    return JSONResponse(await lounge.look_back(film.frames, first, last))


@router.get("/{replay_id}/points", response_model=PointsCurve, summary="Points of every seat, move by move")
async def points(request: Request, replay_id: str) -> Any:
    lounge = lounge_of(request)
    film = await lounge.film(replay_id)
    return JSONResponse({"points": await lounge.look_back(film.points)})


@router.get("/{replay_id}/values", response_model=ValueCurve, summary="Expected share of the victory, move by move")
async def values(request: Request, replay_id: str, agent: AgentQuery = None) -> Any:
    """Needs an agent that has learned to value positions; ask again while `state` is `working`."""
    lounge = lounge_of(request)
    spec = agent or next(iter(lounge.offers.values), None)
    if spec is None or spec not in lounge.offers.values:
        raise PlayError(422, "There is no agent of this name here that can value a position.")
    film = await lounge.film(replay_id)
    job = lounge.jobs.get(("values", film.id, spec), lambda: _values_job(film, spec, lounge))
    return JSONResponse({**_progress(job), "unit": "win", "values": list(job.results)})


@router.get("/{replay_id}/review", response_model=Review, summary="A seat's decisions as an adviser sees them")
async def review(
    request: Request, replay_id: str, seat: Annotated[int, Query(ge=0, le=4)], agent: AgentQuery = None
) -> Any:
    """Ask again while `state` is `working`; the moves looked at so far are in each answer."""
    lounge = lounge_of(request)
    spec = lounge.offers.adviser(agent)
    film = await lounge.film(replay_id)
    if seat >= film.game.players:
        raise PlayError(422, f"There is no seat {seat} here; seats are 0 to {film.game.players - 1}.")
    job = lounge.jobs.get(("review", film.id, seat, spec), lambda: _review_job(film, seat, spec, lounge))
    moves = list(job.results)
    behind = [move["behind"] for move in moves if move["behind"] is not None]
    return JSONResponse(
        {
            **_progress(job),
            "agreed": sum(move["agrees"] for move in moves),
            "behind_total": round(sum(behind), 4) if behind else None,
            "moves": moves,
        }
    )


def _progress(job: Job) -> dict[str, Any]:
    return {"state": job.state, "done": len(job.results), "of": job.of, **job.about}


def _review_job(film: Film, seat: int, spec: str, lounge: Lounge) -> tuple[Job, Callable[[], Iterator[Any]]]:
    adviser = make(spec)
    unit, label = unit_of(adviser), lounge.offers.label(spec)
    about = {"seat": seat, "agent": spec, "label": label, "unit": unit}
    about["about"] = about_of(adviser)
    job = Job(advice.decisions_of(film.game, seat), about)
    return job, lambda: advice.review(film.game, film.start(), seat, adviser, label)


def _values_job(film: Film, spec: str, lounge: Lounge) -> tuple[Job, Callable[[], Iterator[Any]]]:
    job = Job(len(film.game.log) + 1, {"agent": spec, "label": lounge.offers.label(spec)})
    return job, lambda: advice.values(film.game, film.start(), make(spec), film.config)
