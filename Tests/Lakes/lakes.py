#!/usr/bin/env python3
"""Compares converting accounts from a Common Data Model folder with converting the same accounts from CSV files.

    python3 Tests/Lakes/lakes.py --bin bin/p2c [--records N] [--runs N]

Both inputs are zips, and are converted in turn. Of the clock and of the processor (user and system) the best of some runs counts,
since other programs may share the machine. Ends with `N passed, N failed`: it is a failure if the packages differ, or if the folder
takes more than 2 % more of the processor than the files.
"""
import argparse
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
import zipfile

CURRENCY = "5a0e6d0c-5b5c-4f3a-9d0a-000000000001"
ACCOUNT = ["accountid", "accountnumber", "name", "transactioncurrencyid", "address1_line1", "address1_city",
           "address1_postalcode", "telephone1", "emailaddress1", "description"]
MONEY = ["transactioncurrencyid", "isocurrencycode", "currencyname"]
BARE = {"accountid", "transactioncurrencyid"}


def accounts(count):
    for number in range(count):
        yield [str(uuid.UUID(int=(number + 1) * 0x9E3779B97F4A7C15 % (1 << 128))), f"{number:08}", f"Account {number}, Ltd.",
               CURRENCY, f"Street {number % 977}", f"City {number % 313}", f"{number % 100000:05}",
               f"+31 {number:09}", f"info{number}@example.com", "Pays on time" if number % 3 else "Asks for \"net 30\""]


def field(value, quoted):
    if quoted or any(mark in value for mark in ',"\n'):
        return '"' + value.replace('"', '""') + '"'
    return value


def lines(columns, rows, lake):
    if not lake:
        yield ",".join(columns) + "\r\n"
    end = "\n" if lake else "\r\n"
    for row in rows:
        yield ",".join(field(v, lake and c not in BARE) for c, v in zip(columns, row)) + end


def write(path, count, lake):
    """A zip of both tables, as a data lake has them or as loose files."""
    money = [[CURRENCY, "EUR", "Euro"]]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        if lake:
            entities = [{"$type": "LocalEntity", "name": name,
                         "attributes": [{"name": c, "dataType": "guid" if c in BARE else "string"} for c in columns],
                         "partitions": [{"name": "1", "location": f"https://lake.example/c/{name}/1.csv"}]}
                        for name, columns in (("account", ACCOUNT), ("transactioncurrency", MONEY))]
            archive.writestr("model.json", json.dumps({"name": "cdm", "version": "1.0", "entities": entities}))
        for name, columns, rows in (("account", ACCOUNT, accounts(count)), ("transactioncurrency", MONEY, money)):
            with archive.open(f"{name}/1.csv" if lake else f"{name}.csv", "w", force_zip64=True) as file:
                for line in lines(columns, rows, lake):
                    file.write(line.encode())


def convert(command, source, output):
    """The seconds of the clock and of the processor, and the digest of the entity file."""
    shutil.rmtree(output, ignore_errors=True)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1717243200"}
    begin = time.monotonic()
    process = subprocess.Popen([*command, "convert", source, "--template", "accounts", "--output", output],
                               stdout=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    took = time.monotonic() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{source}: exit code {process.returncode}")
    with zipfile.ZipFile(os.path.join(output, "packages", "010-accounts.zip")) as archive:
        name = next(n for n in archive.namelist() if n.endswith(".csv"))
        return took, usage.ru_utime + usage.ru_stime, hashlib.sha256(archive.read(name)).hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", default="bin/p2c")
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    command = shlex.split(options.bin)
    folder = tempfile.mkdtemp(prefix="p2c-lakes-")
    try:
        sources = {form: os.path.join(folder, f"{form}.zip") for form in ("files", "lake")}
        runs = {form: [] for form in sources}
        for form, source in sources.items():
            write(source, options.records, form == "lake")
        for _ in range(options.runs):
            for form, source in sources.items():
                runs[form].append(convert(command, source, os.path.join(folder, "out")))
        clock, processor = ({form: min(run[part] for run in runs[form]) for form in sources} for part in (0, 1))
        for form in sources:
            print(f"{form}: {clock[form]:.2f} s, {processor[form]:.2f} s of the processor, for {options.records} accounts")
        print(f"lake / files: {clock['lake'] / clock['files']:.3f}, {processor['lake'] / processor['files']:.3f}")
        failed = []
        if len({run[2] for form in sources for run in runs[form]}) > 1:
            failed.append("the packages differ")
        if processor["lake"] > processor["files"] * 1.02:
            failed.append("the folder takes longer than the files")
        for sentence in failed:
            print(f"FAIL {sentence}")
        print(f"{2 - len(failed)} passed, {len(failed)} failed")
        return bool(failed)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
