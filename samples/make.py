#!/usr/bin/env python3
"""Makes the sample packages beside this file, or with --check tells whether they are what it would make.

Needs Python 3.10 or later and nothing else.
"""

from __future__ import annotations

import io
import sys
import zipfile
from pathlib import Path

sys.dont_write_bytecode = True

from finops import entities  # noqa: E402
from lake import synapse_link  # noqa: E402
from packages import configuration_migration, data_package, sales_csv  # noqa: E402
from sales import sales  # noqa: E402
from tables import TABLES  # noqa: E402

FOLDER = Path(__file__).resolve().parent


def samples() -> dict[str, bytes]:
    """The content of every sample by its file name."""
    records = sales()
    loose = [table for table in TABLES if table.name in ("transactioncurrency", "account", "contact")]
    return {
        "contoso-sales.zip": configuration_migration(TABLES, records),
        "contoso-sales-2019.zip": configuration_migration(TABLES, records, of_2019=True),
        "contoso-sales-csv.zip": sales_csv(loose, records),
        "contoso-lake.zip": synapse_link(loose, records),
        "contoso-finops.zip": data_package("Contoso", entities()),
    }


def content(package: bytes) -> list[tuple]:
    """What a zip holds. Compressed bytes may differ between versions of zlib, so they do not count."""
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        return [(info.filename, info.date_time, archive.read(info)) for info in archive.infolist()]


def same(path: Path, package: bytes) -> bool:
    try:
        return content(path.read_bytes()) == content(package)
    except (OSError, zipfile.BadZipFile):
        return False


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print("usage: make.py [--check]", file=sys.stderr)
        return 64
    stale = {name: package for name, package in samples().items() if not same(FOLDER / name, package)}
    for name, package in stale.items():
        if arguments:
            print(f"samples/{name} is not what samples/make.py makes; run it without --check", file=sys.stderr)
        else:
            (FOLDER / name).write_bytes(package)
            print(f"samples/{name}")
    return 1 if arguments and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
