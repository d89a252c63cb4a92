"""A game in the terminal: the text view, numbered actions, the same sessions as the server's."""

from collections.abc import Callable

from hadara_agents.play.advice import hint
from hadara_agents.play.changes import sentence
from hadara_agents.play.errors import PlayError
from hadara_agents.play.offers import Offers
from hadara_agents.play.session import Session
from hadara_agents.play.store import Store
from hadara_agents.registry import make
from hadara_env.views.text import table
from hadara_env.views.words import plural, score_lines, wrapped

HELP = "a number or an action's name plays it; h asks for a hint, t shows the table, q leaves (the game is saved)"
_SHOWN = 3  # favourites of a hint


class Leave(Exception):  # noqa: N818 - it is no error to leave
    """Somebody wants to stop for now."""


class Terminal:
    """Plays a session by asking lines of text from `ask` and telling lines to `tell`."""

    def __init__(self, session: Session, store: Store, ask: Callable[[str], str], tell: Callable[[str], None]) -> None:
        self.session, self.store = session, store
        self.ask, self.tell = ask, tell
        self._told: dict[int | None, int] = {}
        self._asked: int | None = None

    def play(self) -> None:
        """To the end of the game, or until somebody leaves."""
        session = self.session
        self._save()
        while not session.game.is_over:
            seat = session.agent_to_act
            if seat is not None:
                session.advance(session.act(seat))
            else:
                self._person(session.asks or 0)
            self._save()
        self._news(session.persons[0] if session.persons else None)
        for line in score_lines(session.game.scores(), "Final scores"):
            self.tell(line)
        winners = [session.players[seat].name for seat in session.game.winners()]
        self.tell(f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'share the victory'}.")

    def _save(self) -> None:
        self.store.save(self.session.saved(), self.session.replay())

    def _person(self, seat: int) -> None:
        """One decision. With several people, the screen is covered before the next one looks."""
        session = self.session
        if len(session.persons) > 1 and self._asked != seat:
            self.tell("\n" * 40)
            self._answer(f"{session.players[seat].name}, it is your turn. Press Enter when nobody else is looking. ")
        self._asked = seat
        self._news(seat)
        self._show(seat)
        while True:
            answer = self._answer(f"{session.players[seat].name} (? for help): ")
            try:
                if self._obey(seat, answer):
                    return
            except PlayError as error:
                self.tell(str(error))

    def _answer(self, prompt: str) -> str:
        try:
            return self.ask(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            raise Leave from None

    def _obey(self, seat: int, answer: str) -> bool:
        """Do what was typed; whether it was a move."""
        if answer in ("q", "quit", "exit"):
            raise Leave
        if answer in ("", "?", "help"):
            self.tell(HELP)
        elif answer in ("t", "table"):
            self._show(seat)
        elif answer in ("h", "hint"):
            self._hint(seat)
        else:
            actions = self.session.table(seat)["actions"]
            if answer.isdecimal():
                if not 1 <= int(answer) <= len(actions):
                    raise PlayError(422, f"Choose from 1 to {len(actions)}.")
                answer = actions[int(answer) - 1]["name"]
            self.session.play(seat, answer)
            return True
        return False

    def _news(self, seat: int | None) -> None:
        """What has happened since this person looked last."""
        log = self.session.logs.of[seat]
        for entry in log[self._told.get(seat, 0) :]:
            name = f"{self.session.players[entry['seat']].name} " if entry["seat"] is not None else ""
            for line in wrapped(f"{name}{entry['text']}", 4 if name else 2):
                self.tell(line)
        self._told[seat] = len(log)

    def _show(self, seat: int) -> None:
        """The table and the numbered actions."""
        view = self.session.view(seat)
        self.tell(f"\n{table(view)}\n")
        found = self.session.table(seat)
        self.tell(found["todo"])
        for number, action in enumerate(found["actions"], 1):
            change = sentence(action["changes"])
            self.tell(f"  {number:>2}  {action['label']}{f'  [{change}]' if change else ''}")

    def _hint(self, seat: int) -> None:
        offers: Offers = self.session.offers
        spec = offers.default_adviser
        found = hint(make(spec), self.session.view(seat), offers.label(spec))
        for thought in found["alternatives"][:_SHOWN]:
            behind = thought["behind"]
            lead = "favourite" if not behind else f"{behind:.1f} points behind"
            self.tell(f"  {found['label']}: {thought['label']} ({lead})")


def summary(session: Session) -> str:
    """How to come back to a game that was left."""
    moves = plural(len(session.game.log), "move")
    return f"Saved after {moves}. Go on with: hadara play --terminal --game {session.id}"
