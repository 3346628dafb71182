"""Where a club's own tables of components lie: the folder that `DATASETS` names, if any.

Imported by whatever starts, before any engine: an engine reads its tables when it is loaded.
"""

import os
from pathlib import Path

from games import datasets

if os.environ.get("DATASETS"):
    datasets.add_folder(Path(os.environ["DATASETS"]))
