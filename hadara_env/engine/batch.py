"""The engine over `games[B]`, in place, into buffers that exist already: what Python calls.

A single game is a batch of one through the same code. Every function takes the array of games (and a row where it is
about one of them) and the card tables; none allocates per game.
"""

import numpy as np

from hadara_env.engine import flow, hidden, legal, observe, scoring, setup
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.constants import MAX_PLAYERS, NUM_SOURCES
from hadara_env.engine.full_state import encode_state
from hadara_env.engine.jit import kernel
from hadara_env.engine.random import below, game_seed
from hadara_env.engine.rewards import write_rewards


@kernel
def deal(games, b, seed, num_players, rules, ask_forced, tables):
    """Deal one game from its seed and go to its first decision."""
    g, t = games[b], tables[0]
    rng = np.zeros(2, np.int64)
    rng[0] = seed
    setup.clear(g, num_players, rules, ask_forced)
    g.seed = seed
    setup.deal(g, rng, t, np.zeros(14, np.int64))
    flow.begin(g, t)


@kernel
def deal_all(games, master, num_players, rules, ask_forced, tables):
    """Game k gets the seed `game_seed(master, k)`."""
    for b in range(len(games)):
        deal(games, b, game_seed(master, b), num_players, rules, ask_forced, tables)


@kernel
def begin(games, b, tables):
    """Start a game that was laid out by hand."""
    flow.begin(games[b], tables[0])


@kernel
def apply(games, b, action, tables):
    """Play one legal action and what follows without a decision; forced moves are left to be played."""
    flow.apply(games[b], action, tables[0])


@kernel
def legal_actions(games, b, tables, out):
    """Write the actor's legal actions, ascending; returns how many (0: the game is over)."""
    return legal.legal_actions(games[b], tables[0], out)


@kernel
def write_mask(out, n, mask):
    """The list of legal actions as 0 and 1 over the whole action space."""
    mask[:] = 0
    for i in range(n):
        mask[out[i]] = 1


@kernel
def play(g, action, t, out):
    """Play an action and, unless they are to be asked, the forced moves after it; returns the next legal actions."""
    flow.apply(g, action, t)
    n = legal.legal_actions(g, t, out)
    while n == 1 and g.ask_forced == 0:
        flow.apply(g, out[0], t)
        n = legal.legal_actions(g, t, out)
    return n


@kernel
def play_one(games, b, action, tables, out, mask):
    """Play in one game, forced moves included, and write the next actor's mask; returns that actor (-1: over)."""
    g = games[b]
    write_mask(out, play(g, action, tables[0], out), mask)
    return g.actor


@kernel
def step_all(games, actions, tables):
    """One action in every game that is not over."""
    t = tables[0]
    out = np.empty(NUM_ACTIONS, np.int16)
    for b in range(len(games)):
        if games[b].actor >= 0:
            play(games[b], actions[b], t, out)


@kernel
def legal_masks(games, tables, masks):
    """`masks` is (B, 236) int8."""
    t = tables[0]
    out = np.empty(NUM_ACTIONS, np.int16)
    for b in range(len(games)):
        write_mask(out, legal.legal_actions(games[b], t, out), masks[b])


@kernel
def observe_one(games, b, seat, tables, out):
    """The observation of a seat."""
    observe.encode(games[b], seat, tables[0], out)


@kernel
def observe_all(games, tables, out):
    """The actor's observation in every game (seat 0's in a game that is over)."""
    t = tables[0]
    for b in range(len(games)):
        observe.encode(games[b], max(0, games[b].actor), t, out[b])


@kernel
def rewards(games, b, table, kind, out):
    """Every seat's reward of a finished game (`rewards.REWARDS`), from its score table."""
    write_rewards(games[b], table, kind, out)


@kernel
def full_state(games, b, tables, out):
    """The perfect-information vector."""
    encode_state(games[b], tables[0], out)


@kernel
def scores(games, b, tables, out):
    """Points by source, (5, 7), as if the game ended now."""
    scoring.score_all(games[b], tables[0], out)


@kernel
def standings(games, b, table, out):
    """For each seat, from a score table: how many are ahead and how many level with it, (5, 2). Z7"""
    for seat in range(games[b].num_players):
        out[seat, 0], out[seat, 1] = scoring.standing(games[b], table, seat)


@kernel
def redact(games, b, seat):
    """Blank in place what a seat may not know."""
    hidden.redact(games[b], seat)


@kernel
def determinize(games, b, seat, rng, tables):
    """Fill a redacted record in place with a deal that fits it; `rng` from `random.new_rng`."""
    hidden.determinize(games[b], seat, rng, tables[0], np.zeros(14, np.int64))


@kernel
def random_playout(g, rng, t, out):
    """Uniformly random legal moves to the end; returns the number of decisions."""
    decisions = 0
    n = legal.legal_actions(g, t, out)
    while n > 0:
        decisions += 1
        n = play(g, out[below(rng, n)], t, out)
    return decisions


@kernel
def random_games(games, master, rounds, num_players, rules, tables):
    """Deal and play `rounds` random games in every row; returns the number of decisions. The engine's benchmark."""
    t = tables[0]
    out = np.empty(NUM_ACTIONS, np.int16)
    rng = np.zeros(2, np.int64)
    rng[0] = master
    decisions = 0
    for r in range(rounds):
        deal_all(games, game_seed(master, r), num_players, rules, 0, tables)
        for b in range(len(games)):
            decisions += random_playout(games[b], rng, t, out)
    return decisions


@kernel
def observed_random_games(games, master, rounds, num_players, rules, tables, masks, observations):
    """The same with the actor's mask and observation written at every decision."""
    t = tables[0]
    out = np.empty(NUM_ACTIONS, np.int16)
    rng = np.zeros(2, np.int64)
    rng[0] = master
    decisions = 0
    for r in range(rounds):
        deal_all(games, game_seed(master, r), num_players, rules, 0, tables)
        for b in range(len(games)):
            g = games[b]
            n = legal.legal_actions(g, t, out)
            while n > 0:
                write_mask(out, n, masks[b])
                observe.encode(g, g.actor, t, observations[b])
                decisions += 1
                n = play(g, out[below(rng, n)], t, out)
    return decisions


def score_buffer() -> np.ndarray:
    """Room for `scores`."""
    return np.zeros((MAX_PLAYERS, NUM_SOURCES), np.int64)
