"""The laws of Hadara a second time, in plain Python objects: the oracle the fast engine is compared with.

It shares nothing with `hadara_env` but the CSV files. Nothing that lies in front of a player is accumulated: tracks,
colour counts, abilities and free tokens are counted anew from what lies there (see `player.py`).

    import random
    from tests.reference import ReferenceGame, deal, load_cards

    cards = load_cards()
    rng = random.Random(7)
    game = ReferenceGame(deal(3, "full", rng, cards), "full", 3, cards)
    while game.actor is not None:
        game.apply(rng.choice(game.legal()))
    print(game.result())
"""

from .cards import ReferenceCards, load_cards
from .game import ReferenceGame
from .replay import ReplayMismatch, replay_game
from .setup import deal

__all__ = ["ReferenceCards", "ReferenceGame", "ReplayMismatch", "deal", "load_cards", "replay_game"]
