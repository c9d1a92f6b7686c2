#!/usr/bin/env python3
"""Says how long a plan takes on so many workers, from what its stages cost, and checks that against runs on this machine.

    python3 Tests/Shards/simulate.py --bin bin/p2c [--inputs N] [--orders N] [--parts N] [--lines N]

The costs are measured with two small plans: of each stage what a task takes in any case, and what a line more takes. How much tasks
slow each other down is measured with the same task two and four times at once. From that the time of a larger plan on 1, 2 and 4
workers is reckoned, tasks in their order, each stage behind those that it waits for; then the plan is run so. Ends with
`N passed, N failed`: it is a failure if a run takes 15 % more or less than reckoned. At the end stands what `--lines` take on 100
workers with a core each and a shared folder as fast as this disk. Nothing else should run meanwhile.
"""
import argparse
import csv
import io
import json
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEADERS, LINES = "CDS sales order headers.csv", "CDS sales order lines.csv"
TEMPLATE, LINES_PER_ORDER = "orders-to-sales", 2
WORKERS = 100


def write(path, first, count):
    """A package of orders, each like the first one of the samples with its two lines."""
    with zipfile.ZipFile(ROOT / "samples/contoso-finops.zip") as samples:
        tables = [list(csv.reader(io.StringIO(samples.read(name).decode("utf-16")))) for name in (HEADERS, LINES)]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, table in zip((HEADERS, LINES), tables):
            rows = [row for row in table[1:] if row[0] == table[1][0]]
            text = io.StringIO()
            writer = csv.writer(text, lineterminator="\r\n")
            writer.writerow(table[0])
            for number in range(first, first + count):
                writer.writerows([f"SO-{number:09}", *row[1:]] for row in rows)
            archive.writestr(name, text.getvalue())


class Plan:
    """A plan of orders in a folder of its own."""

    def __init__(self, command, folder, inputs, orders, parts):
        self.command, self.folder, self.path = command, folder, folder / "plan"
        self.lines, self.parts, self.inputs = inputs * orders * LINES_PER_ORDER, parts, inputs
        packages = []
        for number in range(inputs):
            packages.append(folder / f"orders-{number:03}.zip")
            write(packages[-1], number * orders, orders)
        self.run("plan", *packages, "--reference", ROOT / "samples/contoso-sales.zip", "--template", TEMPLATE, "--parts", parts,
                 "--output", self.path)
        self.stages = json.loads((self.path / "plan.json").read_text())["stages"]

    def run(self, *arguments):
        line = [*self.command, "shard", *map(str, arguments), "--quiet"]
        begin = time.monotonic()
        subprocess.run(line, check=True, stdout=subprocess.DEVNULL)
        return time.monotonic() - begin

    def task(self, name):
        return self.run("run", self.path, name, "--jobs", 1, "--again")

    def merge(self):
        try:
            return self.run("merge", self.path, "--output", self.folder / "merged")
        finally:
            shutil.rmtree(self.folder / "merged", ignore_errors=True)

    def share(self, stage):
        """The lines that one task of a stage has to do with. The reference, the last input, has none."""
        return {"split": self.lines / self.inputs, "index": 0, "place": 0, TEMPLATE: self.lines / self.parts}[stage]

    def costs(self):
        """The time of a task of each stage, and of the merge, one after the other; then without the split of the reference."""
        costs = {}
        for stage in self.stages:
            times = [self.task(task["id"]) for task in stage["tasks"]]
            costs[stage["name"]] = statistics.median(times[:self.inputs] if stage["name"] == "split" else times)
        costs["merge"] = self.merge()
        return costs

    def drive(self, workers):
        """Runs all tasks on so many workers and merges; the time."""
        shutil.rmtree(self.path / "work", ignore_errors=True)
        begin = time.monotonic()
        for stage in self.stages:                     # each stage of these plans waits for the one before
            with ThreadPoolExecutor(workers) as pool:
                for _ in pool.map(self.task, [task["id"] for task in stage["tasks"]]):
                    pass
        self.merge()
        return time.monotonic() - begin


def slowdown(plan, together):
    """How many times as long a task takes if it is run so many times at once."""
    task = f"{TEMPLATE}-0"
    alone = statistics.median(plan.task(task) for _ in range(3))
    with ThreadPoolExecutor(together) as pool:
        return max(1, statistics.median(pool.map(plan.task, [task] * 3 * together)) / alone)


def simulate(stages, workers, slow):
    """The time of stages, each a list of times of its tasks, on so many workers of which `slow` says how they hinder each other."""
    total = 0.0
    for tasks in stages:
        waiting, running = list(tasks), []
        while waiting or running:
            while waiting and len(running) < workers:
                running.append(waiting.pop(0))
            rate = 1 / slow(len(running))
            step = min(running)
            total += step / rate
            running = [left - step for left in running if left - step > 1e-9]
    return total


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", default="bin/p2c")
    parser.add_argument("--inputs", type=int, default=8)
    parser.add_argument("--orders", type=int, default=50_000, help="in each input")
    parser.add_argument("--parts", type=int, default=8)
    parser.add_argument("--lines", type=int, default=10**9)
    options = parser.parse_args()
    command = shlex.split(options.bin)
    command[0] = str(Path(shutil.which(command[0])).absolute())
    os.environ["SOURCE_DATE_EPOCH"] = "1717243200"
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="p2c-simulate-") as place:
        folders = [Path(place) / name for name in ("none", "some", "whole")]
        for folder in folders:
            folder.mkdir()
        none = Plan(command, folders[0], 2, 1, 2)
        some = Plan(command, folders[1], 2, options.orders // 2, 2)
        fixed, costs = none.costs(), some.costs()
        each = {name: max(0, costs[name] - fixed[name]) / some.share(name) if name != "merge" and some.share(name) else 0
                for name in costs}
        each["merge"] = (costs["merge"] - fixed["merge"]) / some.lines
        for name in costs:
            print(f"{name}: {fixed[name] * 1000:.0f} ms a task, {each[name] * 1e6:.2f} s for a million lines", flush=True)
        two, four = slowdown(some, 2), slowdown(some, 4)
        print(f"two tasks at once take {two:.2f} times as long, four {four:.2f} times")
        factors = {1: 1, 2: two, 3: (two + four) / 2, 4: four}

        def stages(lines, inputs, parts):
            counts = {"split": (inputs, lines / inputs), "index": (1, 0), "place": (inputs, 0), TEMPLATE: (parts, lines / parts)}
            tasks = [[fixed[name] + each[name] * share] * count for name, (count, share) in counts.items()]
            tasks[0].append(fixed["split"])           # the reference
            return [*tasks, [fixed["merge"] + each["merge"] * lines]]

        whole = Plan(command, folders[2], options.inputs, options.orders, options.parts)
        for workers in (1, 2, 4):
            wanted = simulate(stages(whole.lines, options.inputs, options.parts), workers, lambda k: factors[k])
            times = sorted(whole.drive(workers) for _ in range(3))
            good = abs(times[1] / wanted - 1) <= 0.15
            passed, failed = passed + good, failed + (not good)
            print(f"{'ok' if good else 'FAIL'} {whole.lines:,} lines on {workers} workers: reckoned {wanted:.1f} s, taken "
                  f"{times[1]:.1f} s ({times[1] / wanted:.2f})", flush=True)
        written = sum(file.stat().st_size for file in (whole.path / "work").rglob("*") if file.is_file()) / whole.lines
        for inputs, parts in ((100, 100), (1000, 400)):
            own = stages(options.lines, inputs, parts)
            took = [simulate([stage], WORKERS, lambda k: 1) for stage in own]
            print(f"{options.lines:,} lines in {inputs} inputs and {parts} parts on {WORKERS} workers: {sum(took) / 60:.1f} min, "
                  + ", ".join(f"{name} {seconds:.0f} s" for name, seconds in zip([*costs], took))
                  + f"; {written * options.lines / 1e9:.0f} GB between tasks")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
