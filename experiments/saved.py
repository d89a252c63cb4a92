"""What a self-play trainer keeps: its state, to go on from, and checkpoints, to play with."""

import sys
from dataclasses import asdict
from typing import Any

import numpy as np
import torch
from torch import Tensor

from experiments.league import LEARNER, League
from experiments.peers import Alone
from experiments.training import Arrays, Run, TrainingError, packed_arrays, unpacked_arrays
from hadara_agents.policy import checkpoint
from hadara_agents.policy.network import Network
from hadara_env.cards import load as load_cards

COUNTS = ("updates", "decisions", "before", "seconds")
SQUARE = "exp_avg_sq"  # Adam's second moments
ROWS, COLUMNS = "rows", "columns"  # their means


def lightened(arrays: Arrays, told: dict[str, Any]) -> tuple[Arrays, dict[str, Any]]:
    """A state in an eighth of the room, fit for a repository, from which `--resume` goes on nearly as from the whole.

    Half the precision; no past selves, the league finds new ones; no first moments, which are a matter of ten updates;
    of a matrix of second moments the means of its rows and of its columns, as Adafactor has them (Shazeer and Stern
    2018).
    """
    light = {name: array for name, array in arrays.items() if not name.startswith(("adam/", "past/"))}
    light |= {name: array.astype(np.float16) for name, array in light.items() if name.startswith("network/")}
    for name, array in arrays.items():
        if name.endswith(f"/{SQUARE}") and array.ndim == 2:
            light[name.replace(SQUARE, ROWS)], light[name.replace(SQUARE, COLUMNS)] = array.mean(1), array.mean(0)
        elif name.endswith((f"/{SQUARE}", "/step")):
            light[name] = array
    return light, {**told, "league": {**told["league"], "past": [], "guests": []}}


def _moments(arrays: Arrays) -> dict[int, dict[str, Tensor]]:
    """What the optimiser knows of each tensor."""
    found: dict[int, dict[str, Tensor]] = {}
    for name, array in arrays.items():
        number, key = name.split("/")
        moments = found.setdefault(int(number), {})
        moments[key] = torch.tensor(array)
    for moments in found.values():
        if ROWS in moments:
            rows, columns = moments.pop(ROWS), moments.pop(COLUMNS)
            moments[SQUARE] = torch.outer(rows, columns / rows.mean().clamp(min=1e-30))
        moments.setdefault("exp_avg", torch.zeros_like(moments[SQUARE]))
    return found


class Saved:
    """A trainer with a network, a league, players with games under way and a learner with an optimiser."""

    program: str  # the file it is started by
    config: Any
    run: Run
    peers: Alone
    network: Network
    league: League
    players: Any
    learner: Any
    updates = decisions = 0
    before = 0  # decisions seen by the checkpoint this run began with
    seconds = 0.0

    def weights(self, kind: type[np.floating[Any]] = np.float32) -> dict[str, np.ndarray]:
        """The network, for files."""
        return {name: tensor.numpy().astype(kind) for name, tensor in self.network.state_dict().items()}

    def save(self) -> None:
        """Replace the run's state."""
        told, past = self.league.state()
        arrays = {f"network/{name}": array for name, array in self.weights().items()}
        arrays |= {f"past/{name}": array for name, array in past.items()}
        for number, state in self.learner.optimiser.state_dict()["state"].items():
            arrays |= {f"adam/{number}/{name}": value.numpy() for name, value in state.items()}
        for number, vec in enumerate(self.players.vecs):
            arrays[f"vec/{number}"] = packed_arrays(vec.save())
        arrays |= {"seats": self.players.seats, "origins": self.players.origins}
        for number, positions in enumerate(self.players.positions.values()):
            arrays[f"positions/{number}"] = packed_arrays({"games": positions.games.view(np.uint8)})
        counts = {name: getattr(self, name) for name in COUNTS}
        counts["positions"] = [positions.seen for positions in self.players.positions.values()]
        self.run.save_state(arrays, {**counts, "league": told, "rng": self.learner.rng.bit_generator.state})

    def restore(self) -> bool:
        """Go on where the last save was; False where there is none."""
        saved = self.run.load_state()
        leads = self.peers.rank == 0
        if saved is None:
            if leads:
                self.run.rewind(0)
            return False
        arrays, told = saved
        if "origins" not in arrays:
            raise TrainingError(
                f"{self.run.folder} was saved before there were late tables and cannot be resumed; "
                "--start begins a new run with its best checkpoint."
            )
        under = lambda head: {n.removeprefix(head): a for n, a in arrays.items() if n.startswith(head)}  # noqa: E731
        self.network.load_state_dict({name: torch.tensor(array) for name, array in under("network/").items()})
        adam = _moments(under("adam/"))
        self.learner.optimiser.load_state_dict({**self.learner.optimiser.state_dict(), "state": adam})
        self.league.restore(told["league"], under("past/"))
        for name in COUNTS:
            setattr(self, name, told[name])
        self.players.seat_guests()
        if leads:
            self._restore_games(arrays, told)
            self.run.rewind(self.updates)
        return True

    def _restore_games(self, arrays: dict[str, np.ndarray], told: dict[str, Any]) -> None:
        """The leader goes on with the games it was playing; other processes begin new ones."""
        for number, vec in enumerate(self.players.vecs):
            vec.restore(unpacked_arrays(arrays[f"vec/{number}"]))
        for number, positions in enumerate(self.players.positions.values()):
            positions.games.view(np.uint8)[:] = unpacked_arrays(arrays[f"positions/{number}"])["games"]
            positions.seen = told["positions"][number]
        self.players.origins[:] = arrays["origins"]
        seats = arrays["seats"]
        self.players.seats[:] = np.where(seats > len(self.league.guests), LEARNER, seats)
        self.learner.rng.bit_generator.state = told["rng"]

    def start_from(self, name: str) -> None:
        """Take over the weights of a checkpoint, and count what it has seen."""
        found = checkpoint.load(name)
        if not self.config.network.grown_from(found.network):
            raise TrainingError(f"{name} has the network {found.network}, the config {self.config.network}.")
        tensors = {key: torch.tensor(tensor).float() for key, tensor in found.tensors.items()}
        self.network.load_state_dict({**self.network.state_dict(), **tensors})
        training = found.config["training"]
        self.before = int(training["decisions"]) + int(training.get("decisions_before", 0))

    def checkpoint(self) -> dict[str, Any]:
        """Measure the network as it is and keep it."""
        training = {
            "trainer": self.program,
            "command": " ".join(["python", self.program, *sys.argv[1:]]),
            "decisions": self.decisions,
            "decisions_before": self.before,
            "seconds": round(self.seconds),
            "reward": f"win and margin, win's part from {self.config.win_part[0]} to {self.config.win_part[1]}",
            "seed": self.config.seed,
            "parameters": sum(tensor.numel() for tensor in self.network.parameters()),
            "config": asdict(self.config),
        }
        about = checkpoint.describe(self.config.network, load_cards(), training)
        found = self.run.checkpoint(self.weights(), about, self.config.matches, self.config.evaluation_seed)
        wins = {f"wins/{m['players']}p/{m['rules']}/{m['opponent']}": m["win_share"] for m in found["matches"]}
        counts = {"update": self.updates, "decisions": self.decisions, "seconds": round(self.seconds, 2)}
        self.run.log({**counts, **wins, "evaluation": found})
        return found
