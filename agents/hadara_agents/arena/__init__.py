"""The arena: tournaments whose answers can be trusted, repeated and continued. See docs/arena.md."""

from hadara_agents.arena.plan import Plan
from hadara_agents.arena.results import ResultsError
from hadara_agents.arena.runner import run
from hadara_agents.arena.schedule import Fixture, Schedule, ScheduleError
from hadara_agents.arena.summary import Summary, summarise

__all__ = ["Fixture", "Plan", "ResultsError", "Schedule", "ScheduleError", "Summary", "run", "summarise"]
