"""Without Ray everybody is told what to install, in one sentence."""

import pytest

from tests.training.helpers import ROOT
from tests.training.test_without_torch import run

TRAINER = f"import runpy\nrunpy.run_path({str(ROOT / 'experiments' / 'train_rllib.py')!r}, run_name='__main__')"
ARENA = """
sys.argv = "hadara arena --agents buyer,random --sets 1 --ray local --out {folder}".split()
from hadara_agents.cli import main
main()
"""


@pytest.mark.parametrize("code", [TRAINER, ARENA], ids=["trainer", "arena"])
def test_missing_ray_is_answered_by_a_traceback(code: str, tmp_path: object):
    done = run(code.replace("{folder}", f"{tmp_path}/out"), "ray")
    assert done.returncode == 1
    said = " ".join(done.stderr.split())
    assert "is not installed: it comes with the extra 'ray'" in said
    assert "Traceback" not in said
