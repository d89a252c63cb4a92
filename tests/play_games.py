"""Sessions for tests, and twins of them in which only hidden cards differ."""

import random
from collections.abc import Iterator

import numpy as np

from hadara_agents.play.offers import Offers
from hadara_agents.play.plain import NOBODY
from hadara_agents.play.session import AGENT, PERSON, Player, Session
from hadara_env import Game, GameConfig
from hadara_env.engine import batch
from hadara_env.engine.constants import DRAFT, NONE, TOKEN
from hadara_env.engine.random import new_rng
from hadara_env.engine.tables import tables_of
from hadara_env.state import setup_of

OFFERS = Offers()


def session_of(kinds: str, rules: str = "full", seed: int = 1) -> Session:
    """`pap`: a person, an agent, a person. Agents are random players."""
    players = [Player(PERSON, f"P{k}") if kind == "p" else Player(AGENT, "R", "random") for k, kind in enumerate(kinds)]
    return Session.new(players, GameConfig(len(kinds), rules), seed, OFFERS)


def played(session: Session, chance: random.Random) -> Iterator[Session]:
    """The session before each of its decisions and at its end, played at random."""
    while not session.game.is_over:
        yield session
        session._apply(chance.choice(session.game.legal_actions()).index)
    yield session


def is_secret(game: Game) -> bool:
    """Whether seats are choosing in secret."""
    return game.step in ("side", "draft") or (game.step == "token" and game.record.phase == 0)


def guessed(game: Game, seat: int | None, seed: int) -> np.ndarray:
    """The record with the cards that a seat (None: everybody) cannot know dealt anew; choices in secret are open."""
    eye = NOBODY if seat is None else seat
    games = game.position()
    batch.redact(games, 0, eye)
    batch.determinize(games, 0, eye, new_rng(seed), tables_of(game.cards))
    games[0].seed = game.record.seed
    return games


def shuffled(game: Game, seat: int | None, seed: int) -> Game:
    """A game that looks the same to the seat; others' hidden cards and secret choices are other ones."""
    games = guessed(game, seat, seed)
    g, chance = games[0], random.Random(seed)
    if is_secret(game):
        own_turn = game.actor == seat
        for other in range(game.players):
            if other == seat:
                continue
            if game.step == "side":
                g.pending_side[other] = chance.choice((0, 1, NONE))
            else:
                g.pending[other] = chance.choice((0, 1, 2, 3, NONE))
        others = [other for other in range(game.players) if other != seat]
        g.actor = seat if own_turn else chance.choice(others)
        if game.step != "side":
            g.step = TOKEN if own_turn and g.pending[seat] != NONE else DRAFT
    return Game(game.config, games)


def replayed(game: Game, seat: int | None, seed: int) -> Game:
    """The same public history from another deal: what others drew and sold in secret is not the same."""
    games = guessed(game, seat, seed)
    deal, chance = games[0], random.Random(seed)
    config = GameConfig(game.players, game.rules, game.cards, ask_forced=True)
    again = Game.from_setup(setup_of(deal, game.cards), config, game.seed)
    public = _revealed(game)
    for move in game.log[:public]:
        again.apply(_translated(again, move.name, deal))
    if is_secret(game):
        left = [move for move in game.log[public:] if move.seat == seat]
        while left or (game.actor == seat and again.actor != seat):
            if again.actor == seat:
                again.apply(left.pop(0).name)
            else:
                again.apply(chance.choice(again.legal_actions()).index)
    return again


def _revealed(game: Game) -> int:
    """How many moves of the log are public by now: all but the choices of an open draw."""
    if not is_secret(game):
        return len(game.log)
    hidden = 0
    g = game.record
    for seat in range(game.players):
        if game.step == "side":
            hidden += int(g.pending_side[seat] != NONE)
        else:
            hidden += int(g.pending[seat] != NONE) + int(g.pending_token[seat] != NONE)
    return len(game.log) - hidden


def _translated(again: Game, name: str, deal: np.record) -> str:
    """A draft names the card: in another deal another one may have been kept in its place."""
    if not name.startswith("draft:"):
        return name
    g = again.record
    colour = int(g.board[(g.crest[again.actor] + g.wheel[g.epoch] + g.lap) % 5])
    card = int(deal.kept[g.epoch, colour, g.visits[colour]])
    return f"{name.rpartition(':')[0]}:{again.cards.ids[card]}"
