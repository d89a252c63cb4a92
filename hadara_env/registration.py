"""Registry ids: `gymnasium.make("hadara/Seat-v0")`, and PettingZoo's where that version has a registry."""

import gymnasium

SEAT_ID = "hadara/Seat-v0"
AEC_ID = "hadara/hadara-v0"


def register() -> None:
    """Make the environments known; calling it again changes nothing. Importing this module calls it."""
    if SEAT_ID not in gymnasium.registry:
        gymnasium.register(SEAT_ID, entry_point="hadara_env.envs.seat:SeatEnv", disable_env_checker=True)
    try:
        from pettingzoo.env_registry import registration as pettingzoo_registry  # since PettingZoo 1.27
    except ImportError:
        return
    if AEC_ID not in pettingzoo_registry.aec_registry:
        pettingzoo_registry.register("aec", AEC_ID, "hadara_env.hadara_v0:env")


register()
