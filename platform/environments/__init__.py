"""The games for programs that learn: fixed action ids, tensors, and the interfaces of libraries.

Two modules need extras: `environments.pettingzoo_env` and `environments.open_spiel_game`.
"""
