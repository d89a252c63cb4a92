"""The model card of a checkpoint, in the form model hubs read: a head in YAML, then words, figures from the config."""

from collections.abc import Mapping
from typing import Any

_HEAD = """---
license: mit
library_name: hadara-env
pipeline_tag: reinforcement-learning
tags:
- reinforcement-learning
- self-play
- board-game
- hadara
model-index:
- name: {name}
  results:{results}
---
"""
_RESULT = """
  - task:
      type: reinforcement-learning
      name: Hadara, {players} players, {rules} rules
    metrics:
    - type: win_share
      value: {share:.4f}
      name: share of wins against {opponents}"""
_BODY = """
# {name}

A policy for the card game Hadara (2 to 5 players), for use with Hadara Env:

    hadara arena --agents ppo:FOLDER,heuristic --players 2 --sets 100 --seed 1 --out results

## What it is

- Network: {network[kind]}, layers {widths}, {parameters:,} numbers; from {observation} (observation layout) to
  {actions} actions, the chance to win and the margin in points.
- Trained with {decisions:,} decisions of its own{before}; command: `{command}`
- Reward: {reward}. Seed {seed}.
- Card set `{digest}`. {reconstructed} of its 162 cards have figures that are reconstructed, not looked up: strength is
  measured with them and may differ with the printed ones.

## How it does

{table}
"""


def model_card(name: str, config: Mapping[str, Any], evaluation: Mapping[str, Any]) -> str:
    """The text of README.md."""
    training, matches = config["training"], list(evaluation.get("matches", ()))
    before = training.get("decisions_before", 0)
    results = "".join(
        _RESULT.format(**match, share=match["win_share"], opponents=match["opponent"]) for match in matches
    )
    rows = [
        f"| {m['players']} | {m['rules']} | {m['opponent']} | {100 * m['win_share']:.1f} % "
        f"({100 * m['win_share_ci'][0]:.1f} to {100 * m['win_share_ci'][1]:.1f}) | {100 / m['players']:.0f} % "
        f"| {m['games']} |"
        for m in matches
    ]
    head = "| players | rules | against | wins | par | games |\n| --- | --- | --- | --- | --- | --- |\n"
    body = _BODY.format(
        name=name,
        network=config["network"],
        widths=" and ".join(str(width) for width in config["network"]["widths"]),
        parameters=training.get("parameters", 0),
        observation=config["observation"],
        actions=config["actions"],
        decisions=training.get("decisions", 0),
        before=f", after {before:,} of the checkpoint it began with" if before else "",
        command=training.get("command", ""),
        reward=training.get("reward", ""),
        seed=training.get("seed", ""),
        digest=config["cards"]["digest"],
        reconstructed=config["cards"]["reconstructed"],
        table=head + "\n".join(rows) if rows else "Not measured yet.",
    )
    return _HEAD.format(name=name, results=results or " []") + body
