"""The curve BLS12-381 as the package `py-ecc` has it, loaded without what else that changes.

Loading it allows Python a recursion so deep that JSON nested deeply enough ends the process instead
of being refused; nothing here needs that. Raises ImportError without the extra `beacons`.
"""

import sys

__all__ = [
    "FQ12",
    "G2",
    "final_exponentiate",
    "g2_primitives",
    "hash_to_curve",
    "multiply",
    "neg",
    "pairing",
    "point_compression",
]

_limit = sys.getrecursionlimit()
try:
    from py_ecc.bls import g2_primitives, hash_to_curve, point_compression
    from py_ecc.optimized_bls12_381 import FQ12, G2, final_exponentiate, multiply, neg, pairing
finally:
    sys.setrecursionlimit(_limit)
