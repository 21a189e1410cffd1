"""Environments for agents that learn: PettingZoo for two of them, Gymnasium for one, and an oracle.

Needs the extra ``envs`` (``pip install "inarow[envs]"``):

    env, raw_env    two players in turn: PettingZoo's AEC interface (`aec`)
    MNKEnv          one player against a strategy or a level: Gymnasium (`single`)
    MNKVectorEnv    thousands of such games at once, in arrays (`vector`)
    label           exact values and all optimal moves for a batch of observations (`oracle`)

A player observes ``{"observation": (m, n, 2) int8, "action_mask": (m * n,) int8}``. The first plane
has the player's own stones, the second the other player's. The mask is 1 for every cell that may be
played on, and all 0 while the other player is to move; ``info["action_mask"]`` and `action_masks`
tell the same. An action is the number of a cell. The reward at the end is 1, 0 or -1. With
``grade=True`` infos tell what a move gave away.

Importing this package registers ``"inarow/MNK-v0"`` with Gymnasium: ``gymnasium.make`` gives an
`MNKEnv` and ``make_vec`` an `MNKVectorEnv`. Both import it themselves where they are given the id
``"inarow.envs:inarow/MNK-v0"``.

>>> two = env(m=3, n=3, k=3)
>>> two.reset()
>>> for agent, move in zip(two.agent_iter(), (0, 3, 1, 4, 2)):
...     two.step(move)
>>> two.rewards
{'player_0': 1, 'player_1': -1}
"""

from __future__ import annotations

try:
    from gymnasium.envs.registration import register

    from inarow.envs.aec import env, raw_env
    from inarow.envs.oracle import Labels, label
    from inarow.envs.single import MNKEnv, Opponent
    from inarow.envs.vector import MNKVectorEnv
except ModuleNotFoundError as error:
    missing = (error.name or "").partition(".")[0]
    if missing not in ("gymnasium", "pettingzoo"):
        raise
    raise ModuleNotFoundError(
        f"the environments need {missing}: pip install gymnasium pettingzoo", name=missing
    ) from None

__all__ = ["Labels", "MNKEnv", "MNKVectorEnv", "Opponent", "env", "label", "raw_env"]

# Gymnasium looks for no entry points since its version 1.0: packages register when imported.
register(
    id="inarow/MNK-v0",
    entry_point="inarow.envs.single:MNKEnv",
    vector_entry_point="inarow.envs.vector:MNKVectorEnv",
)
