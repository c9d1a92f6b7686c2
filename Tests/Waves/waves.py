#!/usr/bin/env python3
"""Shows that packages load in their order, and in no other, where records refer to later ones.

Converts random families of accounts, whose invoice account is another account, the next one or itself, and loads the packages
into SQLite with immediate foreign keys, as an import would. The way back does the same with parents and contacts of Sales.
The last line counts what passed and failed.

    waves.py --bin bin/p2c --worlds 12 --seed 1
"""
import argparse
import csv
import io
import json
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import uuid
import xml.etree.ElementTree as xml
import zipfile
from pathlib import Path

FORTH = "extends: accounts\ntasks:\n  customers:\n    fields:\n      InvoiceAccount: {from: parentaccountid.accountnumber}\n"
BACK = {
    "back-1": "title: Customers back\nto: sales\norder: 6\ntasks:\n  accounts:\n    from: CustCustomerV2Entity\n    to: account\n    fields:\n"
              "      accountnumber: {from: CustomerAccount, key: true}\n      name: {from: OrganizationName, required: true}\n"
              "      parentaccountid.accountnumber: InvoiceAccount\n      primarycontactid.msdynce_contactnumber: SalesMemo\n",
    "back-2": "title: Persons back\nto: sales\norder: 7\ntasks:\n  contacts:\n    from: CustCustomerV2Entity\n    to: contact\n    fields:\n"
              "      msdynce_contactnumber: {from: CustomerAccount, key: true}\n      lastname: {from: OrganizationName, required: true}\n",
}


def comma_separated(rows):
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\r\n").writerows(rows)
    return out.getvalue()


def account_id(number):
    return str(uuid.UUID(int=number + 1, version=4))


def parents_of(chance, count):
    parents = [chance.choice([None, chance.randrange(count), chance.randrange(count)]) for _ in range(count)]
    parents[0], parents[-1] = count - 1, 0
    return parents


def packages(output):
    return sorted((output / "packages").glob("*.zip"))


def forth(binary, chance, folder):
    """Accounts to customers. What is wrong; nothing if the packages load in their order and in no other."""
    parents = parents_of(chance, chance.choice((2, 9, 40)))
    lost = {n for n in range(1, len(parents) - 1) if chance.random() < 0.15}     # rejected: no country
    rows = [["accountid", "accountnumber", "name", "parentaccountid", "address1_country", "transactioncurrencyid.isocurrencycode"]]
    for n, parent in enumerate(parents):
        rows.append([account_id(n), f"W-{n}", f"Account {n}", "" if parent is None else account_id(parent), "Atlantis" if n in lost else "Denmark", "USD"])
    (folder / "sales").mkdir()
    (folder / "sales" / "account.csv").write_text(comma_separated(rows), "utf-8")
    (folder / "templates").mkdir()
    (folder / "templates" / "accounts.yaml").write_text(FORTH)
    (folder / "job.yaml").write_text("inputs: [sales]\noutput: out\nonly: [accounts]\n")
    more = chance.choice(([], ["--max-records", "4"], ["--jobs", "3"], ["--file-format", "xml-attribute"], ["--file-format", "xlsx"], ["--file-format", "cdm"]))
    run = subprocess.run([*binary, "run", str(folder / "job.yaml"), *more], capture_output=True, text=True)
    if run.returncode != (1 if lost else 0):
        return [f"exit code {run.returncode}: {run.stderr.strip()[-200:]}"]
    paths = packages(folder / "out")
    if {"xlsx", "xml-attribute", "cdm"} & set(more):
        return read_again(binary, folder, paths, lost)
    wanted = {f"W-{n}": None if p is None or p in lost else f"W-{p}" for n, p in enumerate(parents) if n not in lost}
    problems = []
    try:
        got = loaded(paths)
        if got != wanted:
            problems.append(f"the database has {got}, expected {wanted}")
    except sqlite3.IntegrityError as error:
        problems.append(f"the packages do not load in their order: {error}")
    try:
        loaded(paths[::-1])
        problems.append("the packages load the other way round, too")
    except sqlite3.IntegrityError:
        pass
    findings = list(csv.DictReader(io.StringIO((folder / "out" / "findings.csv").read_text("utf-8-sig"), newline="")))
    told = sorted(f["key"] for f in findings if f["code"] == "P2C2312")
    missing = sorted(f"W-{n}" for n, p in enumerate(parents) if p in lost and n not in lost)
    if told != missing:
        problems.append(f"P2C2312 is said of {told}, expected {missing}")
    deferred = json.loads((folder / "out" / "report.json").read_text("utf-8"))["templates"][0]["tasks"][0]["deferred"]
    if deferred != {"InvoiceAccount": sum(v is not None for v in wanted.values())}:
        problems.append(f"deferred is {deferred}")
    return problems or read_again(binary, folder, paths, lost)


def read_again(binary, folder, paths, lost):
    """Whether the packages, in their order, read as one: no error, and nothing differs from the accounts but what was rejected."""
    run = subprocess.run([*binary, "validate", *map(str, paths), "--format", "json"], capture_output=True, text=True)
    codes = list(json.loads(run.stdout)["findings"]["byCode"]) if run.returncode in (0, 1) else [run.stderr.strip()[-200:]]
    if run.returncode or "P2C1231" in codes:
        return [f"validate of the packages: exit code {run.returncode}, {codes[:6]}"]
    run = subprocess.run([*binary, "reconcile", "--sales", str(folder / "sales"), "--finops", *map(str, paths), "--project", str(folder / "job.yaml"),
                          "--output", str(folder / "compared")], capture_output=True, text=True)
    if lost:
        return [] if run.returncode in (0, 1) else [f"reconcile: exit code {run.returncode}: {run.stderr.strip()[-200:]}"]
    rows = (folder / "compared" / "differences.csv").read_text("utf-8-sig").splitlines() if run.returncode in (0, 1) else []
    return [] if run.returncode == 0 and len(rows) == 1 else [f"reconcile: exit code {run.returncode}, {rows[1:3]} {run.stderr.strip()[-200:]}"]


def loaded(paths):
    """Customers as a database with immediate foreign keys takes them, package by package, record by record."""
    base = sqlite3.connect(":memory:")
    base.execute("PRAGMA foreign_keys = ON")
    base.execute("CREATE TABLE customer (account TEXT PRIMARY KEY, name TEXT NOT NULL, invoice TEXT REFERENCES customer (account))")
    for path in paths:
        with zipfile.ZipFile(path) as archive:
            name = next(n for n in archive.namelist() if n.lower().endswith(".csv"))
            for row in csv.DictReader(io.StringIO(archive.read(name).decode("utf-16" if archive.read(name)[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"), newline="")):
                invoice = row.get("INVOICEACCOUNT") or None
                if "ORGANIZATIONNAME" in row:
                    base.execute("INSERT INTO customer VALUES (?, ?, ?)", (row["CUSTOMERACCOUNT"], row["ORGANIZATIONNAME"], invoice))
                elif base.execute("UPDATE customer SET invoice = ? WHERE account = ?", (invoice, row["CUSTOMERACCOUNT"])).rowcount != 1:
                    raise sqlite3.IntegrityError(f"{path.name} updates {row['CUSTOMERACCOUNT']}, which is not there")
    return dict(base.execute("SELECT account, invoice FROM customer"))


def records_for_sales(path):
    """Table, id and values of each record of a Configuration Migration package or a Common Data Model folder."""
    with zipfile.ZipFile(path) as archive:
        if "data.xml" in archive.namelist():
            for entity in xml.fromstring(archive.read("data.xml")).iter("entity"):
                for record in entity.iter("record"):
                    yield entity.get("name"), record.get("id"), {f.get("name"): f.get("value") for f in record.iter("field")}
            return
        for entity in json.loads(archive.read("default.manifest.cdm.json"))["entities"]:
            name = entity["entityName"]
            columns = [a["name"] for a in json.loads(archive.read(f"{name}.cdm.json"))["definitions"][0]["hasAttributes"]]
            for values in csv.reader(io.StringIO(archive.read(entity["dataPartitions"][0]["location"]).decode(), newline="")):
                row = {column: value for column, value in zip(columns, values, strict=True) if value}
                yield name, row[name + "id"], row


def back(binary, chance, folder):
    """Customers to accounts and contacts: parents in a circle, contacts of a later template, and references that lead to nobody."""
    count = chance.choice((2, 9, 40))
    parents = parents_of(chance, count)
    persons = [chance.choice(["", "P-1", "P-2", "P-404"]) for _ in range(count)]
    persons[0] = "P-1"
    rows = [["CUSTOMERACCOUNT", "ORGANIZATIONNAME", "INVOICEACCOUNT", "SALESMEMO", "PARTYTYPE"]]
    rows += [[f"A-{n}", f"Organisation {n}", "" if p is None else f"A-{p}", persons[n], "Organization"] for n, p in enumerate(parents)]
    rows += [[key, "Ada", "", "", "Person"] for key in ("P-1", "P-2")]
    (folder / "finops").mkdir()
    (folder / "finops" / "CustCustomerV2Entity.csv").write_text(comma_separated(rows), "utf-8")
    (folder / "templates").mkdir()
    for name, text in BACK.items():
        (folder / "templates" / f"{name}.yaml").write_text(text)
    (folder / "job.yaml").write_text(
        "inputs: [finops]\noutput: out\nonly: [back-1, back-2]\ntemplates:\n  back-1:\n    filters: {accounts: \"PartyType eq 'Organization'\"}\n"
        "  back-2:\n    filters: {contacts: \"PartyType eq 'Person'\"}\n")
    run = subprocess.run([*binary, "run", str(folder / "job.yaml"), *chance.choice(([], ["--max-records", "3"], ["--sales-format", "cdm"]))], capture_output=True, text=True)
    nobody = sorted(f"A-{n}" for n, person in enumerate(persons) if person == "P-404")
    if run.returncode != (1 if nobody else 0):
        return [f"exit code {run.returncode}: {run.stderr.strip()[-200:]}"]
    base = sqlite3.connect(":memory:")
    base.execute("PRAGMA foreign_keys = ON")
    base.execute("CREATE TABLE contact (id TEXT PRIMARY KEY, number TEXT NOT NULL)")
    base.execute("CREATE TABLE account (id TEXT PRIMARY KEY, number TEXT NOT NULL, parent TEXT REFERENCES account (id), contact TEXT REFERENCES contact (id))")
    try:
        for path in packages(folder / "out"):
            for entity, record, row in records_for_sales(path):
                if entity == "contact":
                    base.execute("INSERT INTO contact VALUES (?, ?)", (record, row["msdynce_contactnumber"]))
                elif "accountnumber" in row:
                    base.execute("INSERT INTO account VALUES (?, ?, ?, ?)", (record, row["accountnumber"], row.get("parentaccountid"), row.get("primarycontactid")))
                elif base.execute("UPDATE account SET parent = ?, contact = ? WHERE id = ?", (row.get("parentaccountid"), row.get("primarycontactid"), record)).rowcount != 1:
                    raise sqlite3.IntegrityError(f"{path.name} updates {record}, which is not there")
    except sqlite3.IntegrityError as error:
        return [f"the packages do not load in their order: {error}"]
    got = base.execute("SELECT a.number, p.number, c.number FROM account a LEFT JOIN account p ON p.id = a.parent LEFT JOIN contact c ON c.id = a.contact").fetchall()
    wanted = [(f"A-{n}", None if p is None else f"A-{p}", persons[n] if persons[n] in ("P-1", "P-2") else None) for n, p in enumerate(parents)]
    problems = [] if sorted(got) == sorted(wanted) else [f"the database has {sorted(got)[:4]}, expected {sorted(wanted)[:4]}"]
    findings = list(csv.DictReader(io.StringIO((folder / "out" / "findings.csv").read_text("utf-8-sig"), newline="")))
    told = sorted(f["key"] for f in findings if f["code"] == "P2C2312")
    return problems + ([] if told == nobody else [f"P2C2312 is said of {told}, expected {nobody}"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", default="bin/p2c")
    parser.add_argument("--worlds", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    passed = failed = 0
    for number in range(options.worlds):
        for way in (forth, back):
            folder = Path(tempfile.mkdtemp(prefix="p2c-waves-"))
            problems = way(options.bin.split(), random.Random(f"waves {options.seed}.{number}.{way.__name__}"), folder)
            if problems:
                failed += 1
                print(f"FAIL world {options.seed}.{number} {way.__name__}: " + "; ".join(problems[:3]) + f" (kept in {folder})", flush=True)
            else:
                passed += 1
                shutil.rmtree(folder)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
