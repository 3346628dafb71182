"""The Django project: it wires the apps together, and nothing imports it.

An installed wheel holds the other packages below this one; `cutpurse.clone` says why.
"""

from cutpurse.clone import give_other_names

give_other_names()
