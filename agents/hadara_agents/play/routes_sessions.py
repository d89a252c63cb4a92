"""The API of sessions: begin, look, move, listen, ask for a hint."""

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

from hadara_agents.play.errors import PlayError
from hadara_agents.play.lounge import Lounge
from hadara_agents.play.models import NewGame, NewMove, Problem, Question, SessionInfo, SessionList
from hadara_agents.play.models_replays import Hint
from hadara_agents.play.models_table import Table
from hadara_agents.play.session import AGENT, PERSON, Player

router = APIRouter(prefix="/api/sessions", tags=["sessions"])
SeatQuery = Annotated[int | None, Query(ge=0, le=4, description="whose table; without it, what everybody may see")]
LogFrom = Annotated[int, Query(ge=0, description="the first log entry wanted")]


def lounge_of(request: Request) -> Lounge:
    return request.app.state.lounge


@router.post("", status_code=201, response_model=SessionInfo, summary="Begin a game")
async def begin(request: Request, game: NewGame) -> Any:
    lounge = lounge_of(request)
    players = [_player(lounge, seat, new) for seat, new in enumerate(game.players)]
    session = await lounge.create(players, game.rules, game.seed)
    return JSONResponse(session.describe(), 201)


def _player(lounge: Lounge, seat: int, new: Any) -> Player:
    words = (new.name or "").split()
    name = "".join(character for character in " ".join(words) if character.isprintable())
    if new.kind == PERSON:
        if new.agent is not None:
            raise PlayError(422, f"players.{seat}: a person has no agent.")
        return Player(PERSON, name or f"Player {seat + 1}")
    spec = new.agent or lounge.offers.default_agent
    lounge.offers.check(spec)
    return Player(AGENT, name or lounge.offers.label(spec), spec)


@router.get("", response_model=SessionList, summary="Saved games, where everybody is at home")
async def sessions(request: Request) -> Any:
    return JSONResponse({"sessions": await lounge_of(request).list_sessions()})


@router.get("/{session_id}", response_model=SessionInfo, summary="Who plays and whose turn it is")
async def session_info(request: Request, session_id: str) -> Any:
    return JSONResponse((await lounge_of(request).get(session_id)).describe())


@router.delete("/{session_id}", status_code=204, summary="End a game and remove it")
async def delete(request: Request, session_id: str) -> Response:
    await lounge_of(request).delete(session_id)
    return Response(status_code=204)


@router.get("/{session_id}/table", response_model=Table, summary="The table as a seat sees it")
async def table(request: Request, session_id: str, seat: SeatQuery = None, log_from: LogFrom = 0) -> Any:
    session = await lounge_of(request).get(session_id)
    return JSONResponse(session.table(seat, log_from))


@router.post("/{session_id}/moves", response_model=Table, summary="Make a person's move")
async def move(request: Request, session_id: str, new: NewMove) -> Any:
    """Answers with the table right after the move; what the agents do then comes by the stream."""
    lounge = lounge_of(request)
    session = await lounge.get(session_id)
    await lounge.play(session, new.seat, new.action, new.version)
    return JSONResponse(session.table(new.seat, new.log_from))


@router.get(
    "/{session_id}/stream",
    summary="Tables as they change, as server-sent events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "events named `table` and `session`"}},
)
async def stream(request: Request, session_id: str, seat: SeatQuery = None, log_from: LogFrom = 0) -> StreamingResponse:
    lounge = lounge_of(request)
    session = await lounge.get(session_id)
    session.view(seat)  # refuses a seat that may not be looked at before the stream begins
    found = lounge.open_stream(session, seat, log_from)

    async def messages() -> AsyncIterator[str]:
        try:
            async for message in found.messages():
                yield message
        finally:
            lounge.close_stream(session, found)

    return StreamingResponse(messages(), media_type="text/event-stream", headers={"x-accel-buffering": "no"})


@router.post("/{session_id}/hint", response_model=Hint, summary="What an adviser thinks of a person's decision")
async def hint(request: Request, session_id: str, question: Question) -> Any:
    lounge = lounge_of(request)
    session = await lounge.get(session_id)
    return JSONResponse(await lounge.hint(session, question.seat, question.agent))


@router.post("/{session_id}/resume", status_code=204, summary="Let an agent that failed try again")
async def resume(request: Request, session_id: str) -> Response:
    lounge = lounge_of(request)
    lounge.resume(await lounge.get(session_id))
    return Response(status_code=204)


@router.get(
    "/{session_id}/replay",
    summary="A finished game as a hadara-replay/1 file",
    responses={409: {"model": Problem, "description": "The game is not over."}},
)
async def replay(request: Request, session_id: str) -> JSONResponse:
    session = await lounge_of(request).get(session_id)
    if not session.game.is_over:
        raise PlayError(409, "This game is not over yet; its replay would show every hidden card.")
    name = f'attachment; filename="hadara-{session_id}.json"'
    return JSONResponse(session.replay(), headers={"content-disposition": name})
