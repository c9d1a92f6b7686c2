#!/usr/bin/env python3
"""Shows that every record of every input has exactly one fate: written, rejected or filtered.

Makes random exports, damaged in many ways, in several files, companies and inputs, some of them folders of a data lake whose rows are
versions of records; converts them; then reads what was written
with nothing but Python's own library, so that no mistake of the tool hides itself. Of some worlds every record is explained, too,
which must say what the conversion did. The last line counts what passed and failed.

    fates.py --bin bin/p2c --worlds 40 --explained 4 --seed 1
"""
import argparse
import csv
import html
import io
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
import xml.etree.ElementTree as xml
from collections import Counter, defaultdict
from pathlib import Path

ORDERS = "SalesOrderHeaderCDSEntity"
LINES = "SalesOrderLineCDSEntity"
PRODUCTS = "EcoResSellableReleasedProductEntity"
COMPANIES = ("usmf", "DEMF", "Dk_1", "")

# What reads an entity: (template, task).
TASKS = {
    "account": [("accounts", "customers")], "contact": [("contacts", "contacts"), ("contacts-to-customers", "customers")],
    PRODUCTS: [("products", "products")], ORDERS: [("orders-to-sales", "headers")], LINES: [("orders-to-sales", "lines")],
}


class Record:
    """A record of a file: the mark by which it is found again, and the cells of its row."""

    def __init__(self, mark, cells):
        self.mark, self.cells = mark, cells


class World:
    """Random exports of one side, and what a conversion needs besides."""

    def __init__(self, seed):
        self.random = random.Random(f"fates {seed}")
        self.marks = 0
        self.files = defaultdict(dict)      # input -> path in it -> (entity, heading, records)
        self.unknown = []                   # files that nobody understands
        self.lakes = set()                  # the inputs that are Common Data Model folders
        self.logs = {}                      # (input, entity) -> whether its rows are versions of records

    def mark(self):
        self.marks += 1
        return self.marks

    def chance(self, likelihood):
        return self.random.random() < likelihood

    def pick(self, *choices):
        return self.random.choice(choices)

    # -- Sales

    def accounts(self, count):
        for _ in range(count):
            mark = self.mark()
            yield mark, {
                "accountid": f"{mark:08x}-0000-4000-8000-000000000000",
                "accountnumber": "" if self.chance(0.05) else self.pick("A-", "a-", " A-", "0", "") + str(self.random.randrange(1, 3 * count)),
                "name": f"<{mark}>" + (" " + "x" * 200 if self.chance(0.05) else ""),
                "address1_country": self.pick("Germany", "US", "", "DK", "Nowhere", "Sverige"),
                "creditlimit": self.pick("10.50", "", "1e3", "ten", "-5"),
                "statecode": "0"}

    def contacts(self, count):
        for _ in range(count):
            mark = self.mark()
            yield mark, {
                "contactid": f"{mark:08x}-0000-4000-8000-000000000001",
                "msdynce_contactnumber": "" if self.chance(0.1) else f"C-{self.random.randrange(1, 3 * count)}",
                "firstname": "F", "lastname": f"<{mark}>", "fullname": f"F <{mark}>",
                "msdynce_iscompanyanaccount": self.pick("True", "False"), "msdynce_isactivecustomer": self.pick("True", "False")}

    # -- F&O

    def products(self, count):
        for _ in range(count):
            mark = self.mark()
            yield mark, {
                "DATAAREAID": self.company(), "PRODUCTNUMBER": "" if self.chance(0.05) else f"P-{self.random.randrange(1, count)}",
                "PRODUCTNAME": f"<{mark}>", "CURRENCYCODE": self.pick("USD", "EUR", "XXX") if self.chance(0.3) else "USD",
                "SALESUNITSYMBOL": self.pick("ea", "ea", "ea", "lost"), "SALESPRICE": self.pick("10", "-1", "9.990000", "many"),
                "UNITCOST": "1", "ISSTOCKEDPRODUCT": "Yes", "PRODUCTTYPE": self.pick("Item", "Service"), "SALESUNITDECIMALPRECISION": "2"}

    def company(self):
        return self.random.choice(COMPANIES) if not self.chance(0.03) else self.pick("../..", "TOOLONG", "ü")

    def orders(self, count):
        for number in range(count):
            mark = self.mark()
            yield mark, {
                "DATAAREAID": self.company(), "SALESORDERNUMBER": "" if self.chance(0.04) else f"SO-{self.random.randrange(1, count)}",
                "SALESORDERNAME": f"<{mark}>", "CURRENCYCODE": "USD", "ORDERINGCUSTOMERACCOUNTNUMBER": self.pick("A-1", "A-1", "A-1", "A-9"),
                "ORDERINGCUSTOMERISEXTERNALLYMAINTAINED": "Yes", "INVOICECUSTOMERISEXTERNALLYMAINTAINED": "Yes",
                "ARETOTALSUPDATED": self.pick("Yes", "Yes", "No"), "SALESORDERPROCESSINGSTATUS": self.pick("Confirmed", "Active", "Odd"),
                "SALESORDERORIGINTYPE": "NotSpecified", "ORDERHEADERTAXAMOUNT": self.pick("0", "2.5", "")}

    def lines(self, count):
        for _ in range(3 * count):
            mark = self.mark()
            yield mark, {
                "DATAAREAID": self.company(), "SALESORDERNUMBER": f"SO-{self.random.randrange(1, count + 2)}",
                "LINECREATIONSEQUENCENUMBER": str(self.random.randrange(1, 6)), "CURRENCYCODE": "USD", "PRODUCTNUMBER": self.pick("P-1", "P-1", "P-0"),
                "PRODUCTNAME": "Prod", "SALESUNITSYMBOL": "ea", "SALESPRICE": f"{1_000_000 + mark}", "LINEAMOUNT": "1", "ORDEREDSALESQUANTITY": "1",
                "ORDERINGCUSTOMERISEXTERNALLYMAINTAINED": "Yes", "INVOICECUSTOMERISEXTERNALLYMAINTAINED": "Yes",
                "ARESALESORDERTOTALSUPDATED": self.pick("Yes", "Yes", "No"), "SALESORDERPROCESSINGSTATUS": "Confirmed", "SALESORDERORIGINTYPE": "NotSpecified"}

    # -- files

    def spread(self, entity, rows, inputs, mayLack=()):
        """Puts rows into one to four files of one to two inputs, some of which lack columns."""
        rows = list(rows)
        parts = self.random.randint(1, 4)
        for part in range(parts):
            mine = [row for index, row in enumerate(rows) if index % parts == part]
            heading = list(mine[0][1]) if mine else []
            if not heading:
                continue
            if mayLack and self.chance(0.15):
                heading.remove(self.random.choice(mayLack))
            if self.chance(0.2):
                self.random.shuffle(heading)
            if self.chance(0.2):
                heading.append("new_unknown")
            folder = self.pick("", "jan/", "feb/10/", "feb/9/")
            records = [Record(mark, [cells.get(name, "?") for name in heading]) for mark, cells in mine]
            name = f"{folder}{self.pick(entity, entity + '-' + str(part))}"
            chosen = self.random.choice(inputs)
            if chosen in self.lakes and self.logs.setdefault((chosen, entity), self.chance(0.6)):
                heading += ["Id", "versionnumber", "IsDelete"]
                records = list(self.versions(records))
            where = self.files[chosen]
            while name + ".csv" in where:
                name += "0"
            where[name + ".csv"] = (entity, heading, records)

    def versions(self, records):
        """The records among earlier versions and, of some, a later one that deletes them, in any order."""
        rows = []
        for record in records:
            name = f"{record.mark:08x}-0000-4000-8000-00000000000f"
            rows.append(Record(record.mark, record.cells + [name, "10", self.pick("", "False")]))
            more = [(str(self.random.randrange(10)), self.pick("", "True")) for _ in range(self.pick(0, 0, 0, 1, 2))]
            if self.chance(0.1):
                more.append((str(self.random.randrange(11, 99)), self.pick("True", "1")))
            for version, deletion in more:
                mark = self.mark()
                cells = [c.replace(f"<{record.mark}>", f"<{mark}>") for c in record.cells]
                cells = [str(1_000_000 + mark) if c == str(1_000_000 + record.mark) else c for c in cells]
                rows.append(Record(mark, cells + [name, version, deletion]))
        self.random.shuffle(rows)
        return rows

    def lake(self, entries, files, hasHeader):
        """Adds the description of the files: each has a definition of its own, since their columns differ."""
        definitions, entities = [], defaultdict(list)
        trait = {"traitReference": "is.partition.format.CSV", "arguments": [{"name": "columnHeaders", "value": str(hasHeader)}]}
        for path, (entity, heading, _) in files.items():
            name = f"d{len(definitions)}"
            definitions.append({"entityName": name, "hasAttributes": [{"name": column, "dataFormat": "String"} for column in heading]})
            entities[entity].append({"location": path, "specializedSchema": f"definitions.cdm.json/{name}", "exhibitsTraits": [trait]})
        entries["definitions.cdm.json"] = json.dumps({"definitions": definitions}).encode()
        entries["default.manifest.cdm.json"] = json.dumps({"entities": [
            {"entityName": entity, "entityPath": partitions[0]["specializedSchema"], "dataPartitions": partitions}
            for entity, partitions in entities.items()]}).encode()

    def damaged(self, record, isLast):
        cells = list(record.cells)
        if self.chance(0.03):
            cells.append("more")
        if self.chance(0.03):
            # The mark must stay in the row, to find it among the rejects.
            place = next(i for i, c in enumerate(cells) if f"<{record.mark}>" in c or str(1_000_000 + record.mark) == c)
            cells = cells[:place + 1] if place + 1 < len(cells) else cells + ["more"]
        quoted = [f'"{c}"' if any(x in c for x in ',"\r\n') or self.chance(0.1) else c for c in cells]
        if isLast and self.chance(0.1):
            quoted[-1] = '"' + quoted[-1].strip('"')
        return ",".join(quoted)

    def write(self, folder):
        paths = []
        for name, files in self.files.items():
            entries = {}
            hasHeader = name not in self.lakes or self.chance(0.3)
            for path, (entity, heading, records) in files.items():
                rows = [self.damaged(r, r is records[-1]) for r in records]
                text = self.pick("\r\n", "\n").join([*([",".join(heading)] if hasHeader else []), *rows, ""])
                form = self.pick("utf-8", "utf-8-sig", "utf-16")
                entries[path] = text.encode(form)
            if name in self.lakes:
                self.lake(entries, files, hasHeader)
            elif self.chance(0.3):
                self.unknown.append((name, "notes.csv"))
                entries["notes.csv"] = b"colour,shape\r\nred,round\r\n"
            if self.chance(0.5):
                path = folder / f"{name}.zip"
                with zipfile.ZipFile(path, "w") as archive:
                    for entry, data in entries.items():
                        archive.writestr(entry, data)
            else:
                path = folder / name
                for entry, data in entries.items():
                    (path / entry).parent.mkdir(parents=True, exist_ok=True)
                    (path / entry).write_bytes(data)
            paths.append(path)
        return paths


REFERENCE = {
    "transactioncurrency": [["transactioncurrencyid", "isocurrencycode", "currencyname"], [1, "USD", "US Dollar"], [2, "EUR", "Euro"]],
    "uomschedule": [["uomscheduleid", "name"], [3, "Default unit"]],
    "uom": [["uomid", "name", "uomscheduleid"], [4, "ea", 3]],
    "pricelevel": [["pricelevelid", "name", "transactioncurrencyid", "statecode"], [5, "Retail", 1, "0"], [6, "Europe", 2, "0"]],
    "product": [["productid", "productnumber", "name", "defaultuomid", "msdynce_ismaintainedexternally"], [7, "P-1", "Prod", 4, "True"]],
    "account": [["accountid", "accountnumber", "name", "msdynce_ismaintainedexternally"], [9, "A-1", "Acc", "False"]],
}


def reference(folder):
    path = folder / "reference"
    path.mkdir()
    for table, rows in REFERENCE.items():
        ids = {i for i, name in enumerate(rows[0]) if name.endswith("id")}
        text = [",".join(rows[0])] + [",".join(f"00000000-0000-4000-8000-{c:012}" if i in ids else str(c) for i, c in enumerate(row)) for row in rows[1:]]
        (path / f"{table}.csv").write_text("\r\n".join(text) + "\r\n", encoding="utf-8-sig")
    return path


def read_csv(data):
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    return list(csv.reader(io.StringIO(data.decode(encoding), newline="")))


def texts_of_packages(output):
    """(template, entity's file, all texts of a record) for every record of every package."""
    for path in sorted((output / "packages").rglob("*.zip")) if (output / "packages").exists() else []:
        template = path.stem[4:]
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                data = archive.read(name)
                if name.endswith(".csv"):
                    for row in read_csv(data)[1:]:
                        yield template, name, row
                elif name == "data.xml":
                    for entity in xml.fromstring(data).iter("entity"):
                        for record in entity.iter("record"):
                            yield template, entity.get("name"), [html.unescape(f.get("value", "")) for f in record.iter("field")]


def mark_of(texts):
    """The mark of a record, as its texts have it; None for a record that the tool has made."""
    for text in texts:
        if text.startswith("<") and ">" in text:
            return int(text[1:text.index(">")])
        if text.startswith("F <"):
            return int(text[3:text.index(">")])
    for text in texts:
        # A row with too many fields has the rest of them, as it stands in the file, in its last cell.
        found = re.match(r'(1\d{6})(?=$|[".,;\t|])', text.strip())
        if found and int(found[1]) > 1_000_000:
            return int(found[1]) - 1_000_000
    return None


def explained(binary, arguments, options, output, places, entities, fates):
    """Where explanations of all records differ from what the conversion did with them."""
    problems = []
    rows = defaultdict(Counter)
    for row in csv.DictReader(io.StringIO((output / "findings.csv").read_text("utf-8-sig"), newline="")):
        if row["record"]:
            rows[row["package"], row["file"], row["record"]][row["code"]] += 1
    walk = {tuple(r.values()) for r in csv.DictReader(io.StringIO((output / "crosswalk.csv").read_text("utf-8-sig"), newline=""))}
    words = {"written": "written", "rejected": "rejected"}
    for entity in entities:
        numbers = sorted({int(n) for (_, _, n), mark in places.items() if mark in entities[entity]})
        for number in numbers:
            run = subprocess.run([*binary, "explain", *arguments, *options, "--entity", entity, "--record", str(number), "--format", "json", "--limit", "1000"],
                                 capture_output=True, text=True)
            if run.returncode:
                return [f"explain of {entity} {number}: exit code {run.returncode}: {run.stderr.strip()[-200:]}"]
            matches = json.loads(run.stdout)["matches"]
            wanted = sorted(m for (_, _, n), m in places.items() if n == str(number) and m in entities[entity])
            seen = []
            for match in matches:
                place = tuple(str(match["place"][m]) for m in ("package", "file", "record"))
                mark = places.get(place)
                seen.append(mark)
                codes = Counter()
                for one in match["templates"]:
                    task = one["template"], one["task"]
                    codes.update(f["code"] for f in one["findings"])
                    fate = words.get(one["verdict"], "filtered")
                    if fates[task][mark, fate] != 1:
                        problems.append(f"{task} {match['key']!r} of {place} is said to be {one['verdict']}, and is not")
                    if one["verdict"] == "written" and not any((one["ids"]["finopsKey"], one["ids"]["salesId"]) == r[2:4] or
                                                               {one["ids"]["finopsKey"], one["ids"]["salesId"]} <= set(r) for r in walk):
                        problems.append(f"{task} {match['key']!r}: {one['ids']} is not in the crosswalk")
                if codes != rows[place]:
                    problems.append(f"{match['key']!r} of {place}: findings {dict(codes)} are told, {dict(rows[place])} were made")
            if sorted(seen) != wanted:
                problems.append(f"{entity} {number}: {len(seen)} records are explained, not {len(wanted)}")
    return problems


def check(binary, seed, folder, explains):
    """What is wrong with one world; nothing if every record has one fate."""
    world = World(seed)
    inputs = ["one", "two"][:world.random.randint(1, 2)]
    count = world.random.choice((4, 25, 120))
    if explains:
        count = 12
    world.lakes = {name for name in inputs if world.chance(0.3)}
    toSales = world.chance(0.6)
    if toSales:
        world.spread(PRODUCTS, world.products(count), inputs, ("UNITCOST",))
        world.spread(ORDERS, world.orders(count), inputs, ("ARETOTALSUPDATED", "DATAAREAID", "ORDERHEADERTAXAMOUNT"))
        world.spread(LINES, world.lines(count), inputs, ("ARESALESORDERTOTALSUPDATED", "DATAAREAID", "LINEAMOUNT"))
    else:
        world.spread("account", world.accounts(count), inputs, ("creditlimit",))
        world.spread("contact", world.contacts(count), inputs, ("msdynce_isactivecustomer", "firstname"))
    paths = world.write(folder)
    arguments = [str(p) for p in paths]
    if toSales and world.chance(0.2):
        arguments[0] = f"DEMF={arguments[0]}"
    options = world.pick([], ["--company", "DEMF"], ["--max-records", "5"], ["--company", "usmf", "--company", "dk_1"], ["--jobs", "3"])
    if toSales:
        options = options + ["--reference", str(reference(folder))]
    output = folder / "out"
    run = subprocess.run([*binary, "convert", *arguments, *options, "--output", str(output)], capture_output=True, text=True)
    if run.returncode not in (0, 1):
        return [f"exit code {run.returncode}: {run.stderr.strip()[-300:]}"]
    problems = []
    # Where every record is, by its path, file and number.
    places, entities = {}, defaultdict(set)
    given = dict(zip(world.files, paths))
    for name, files in world.files.items():
        for path, (entity, _, records) in files.items():
            for number, record in enumerate(records, start=1):
                places[str(given[name]), path, str(number)] = record.mark
                entities[entity].add(record.mark)
    whose = {task: entity for entity, tasks in TASKS.items() for task in tasks}
    fates = defaultdict(Counter)        # task -> (mark, fate) -> how often
    headers = {"SalesOrderHeaderCDSEntity": "headers", "salesorder": "headers", "salesorderdetail": "lines", "product": "products"}
    for template, entity, texts in texts_of_packages(output):
        mark = mark_of(texts)
        name = template.rstrip("0123456789").rstrip("-")
        task = next((t for t in whose if t[0] == name and (not toSales or headers.get(entity) == t[1])), None)
        if mark is not None and task:
            fates[task][mark, "written"] += 1
    for path in sorted((output / "rejects").glob("*.csv")) if (output / "rejects").exists() else []:
        template, task = path.stem.split(".")
        for row in read_csv(path.read_bytes())[1:]:
            mark = mark_of(row)
            if mark is None:
                problems.append(f"a reject of {path.name} has no mark: {row[:4]}")
            fates[template, task][mark, "rejected"] += 1
    for row in csv.DictReader(io.StringIO((output / "filtered.csv").read_text("utf-8-sig"), newline="")):
        mark = places.get((row["package"], row["file"], row["record"]))
        if mark is None:
            problems.append(f"filtered.csv has a record that is nowhere: {row}")
        fates[row["template"], row["task"]][mark, "filtered"] += 1
    report = json.loads((output / "report.json").read_text("utf-8"))
    for template in report["templates"]:
        for task in template["tasks"]:
            mine = entities[whose[template["name"], task["name"]]]
            found = fates[template["name"], task["name"]]
            times = Counter()
            for (mark, _), number in found.items():
                times[mark] += number
            lost, double = mine - set(times), [m for m, n in times.items() if n > 1]
            if lost or double:
                fate = {m: [f for (k, f) in found if k == m] for m in double[:3]}
                problems.append(f"{template['name']}.{task['name']}: {len(lost)} of {len(mine)} records have no fate {sorted(lost)[:5]}, {len(double)} several {fate}")
            if task["read"] != len(mine):
                problems.append(f"{template['name']}.{task['name']}: {task['read']} read, {len(mine)} in the inputs")
    ran = {(t["name"], k["name"]) for t in report["templates"] for k in t["tasks"]}
    for entity, marks in entities.items():
        for task in TASKS[entity]:
            if marks and task not in ran:
                problems.append(f"{task} did not run")
    unread = {(r["package"], r["file"]) for r in csv.DictReader(io.StringIO((output / "findings.csv").read_text("utf-8-sig"), newline="")) if r["code"] == "P2C1408"}
    for name, file in world.unknown:
        if (str(given[name]), file) not in unread:
            problems.append(f"nobody says that {file} of {name} is not understood")
    if explains and not problems:
        given = [o for n, o in enumerate(options) if o != "--max-records" and (n == 0 or options[n - 1] != "--max-records")]
        problems = explained(binary, arguments, given, output, places, entities, fates)
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", default="bin/p2c")
    parser.add_argument("--worlds", type=int, default=40)
    parser.add_argument("--explained", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    passed = failed = 0
    for number in range(options.worlds):
        seed = f"{options.seed}.{number}"
        folder = Path(tempfile.mkdtemp(prefix="p2c-fates-"))
        problems = check(options.bin.split(), seed, folder, number < options.explained)
        shutil.rmtree(folder) if not problems or len(sys.argv) > 20 else None
        if problems:
            failed += 1
            print(f"FAIL world {seed}: " + "; ".join(problems[:3]) + f" (kept in {folder})", flush=True)
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
