"""# Hadara

A drafting and civilisation game for 2 to 5 players over three epochs: hidden draws chosen at the same time, open cards,
colonies, busts, feeding and seals. Unofficial; no artwork or text of the game's publisher.

| Import             | `from hadara_env import hadara_v0`                    |
|--------------------|-------------------------------------------------------|
| Actions            | Discrete                                              |
| Parallel API       | Yes, through PettingZoo's turn-based conversion       |
| Manual control     | No (play in the browser or the terminal instead)      |
| Agents             | `agents = ['player_0', ..., 'player_N-1']`, N = 2..5  |
| Action shape       | `Discrete(236)`                                       |
| Observation shape  | `{"observation": (1177,), "action_mask": (236,)}`     |
| Observation values | mostly 0..1, float32                                  |

### Observation
The vector is built from named pieces (`hadara_env.engine.observation.OBS.slice("me.tracks")`), printed in
docs/observation.md. It is the same for 2 to 5 players and both rule sets: seats are relative to the observer and absent
ones are zero. It holds what the seat may know and nothing else: no other hand, no unrevealed choice, no deal.

### Legal action mask
`action_mask` (int8) is 1 for exactly the actions `step` accepts, and all 0 for a seat that is not to act. Only
decisions with a choice are asked; a forced move is played by itself.

### Actions
236, every index with one meaning for ever: side 2, wheel 5, draft 4, token 4, colony 10, bust 32, take 10, discard 162,
pay to feed 1, silver seal 4, gold seal 1, pass 1. docs/actions.md lists them.

### Rewards
All at the end and zero-sum; every seat gets its own exactly once. `reward="win"`: (N s - 1) / (N - 1), with s = 1/k
for each of k winners; `"rank"`: (N + 1 - 2 r) / (N - 1); `"margin"`: (own points - mean of the others') / 50. The final
`infos` hold each seat's points by source and rank.

### Arguments
```python
hadara_v0.env(num_players=3, rules="full", reward="win", render_mode=None, cards=None, illegal="raise")
```
`rules`: "full" or "basic". `render_mode`: "ansi", "rgb_array" or "svg". `cards`: a folder with a corrected card set.
`illegal`: "raise" an IllegalActionError and change nothing, or "terminate" the game (the offender gets -1, the others
share 1). `env()` adds the usual order and bounds checks; `raw_env()` is itself strict, and faster. Stepping a game that
is over and done with is an error in both.

`reset(seed=s)` deals the game `Game.new(seed=s)`; `reset(options={"setup": ...})` lays out the setup of a replay, and
`reset(options={"replay": ..., "move": k})` goes to its move k. `clone()` and `restore()`, deepcopy and pickle keep
the game. `state()` is the perfect-information vector, hidden cards included; `view(agent)` is what agents take, and
`game()` a `Game` of its own at the same position.

### Version History
* v0: first release (0.1.0)
"""

from typing import Any

from hadara_env.envs.aec import HadaraAEC
from hadara_env.envs.checked import CheckedAEC

__all__ = ["env", "raw_env"]


def raw_env(
    num_players: int = 3,
    rules: str = "full",
    reward: str = "win",
    render_mode: str | None = None,
    cards: Any = None,
    illegal: str = "raise",
) -> HadaraAEC:
    """The environment itself: strict and fast."""
    return HadaraAEC(num_players, rules, reward, render_mode, cards, illegal)


def env(
    num_players: int = 3,
    rules: str = "full",
    reward: str = "win",
    render_mode: str | None = None,
    cards: Any = None,
    illegal: str = "raise",
) -> CheckedAEC:
    """The environment with PettingZoo's usual checks around it."""
    return CheckedAEC(raw_env(num_players, rules, reward, render_mode, cards, illegal))
