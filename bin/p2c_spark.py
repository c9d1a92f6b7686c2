"""Runs the tasks of a plan of `p2c shard` on Apache Spark, and merges; `bin/p2c-spark` starts it, or spark-submit does."""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile

RETRIED = {71, 74, 75}


def arguments():
    parser = argparse.ArgumentParser(prog="p2c-spark", description="Convert in parts on Apache Spark.")
    parser.add_argument("plan", metavar="PLANDIR", help="the folder of the plan, which all workers see")
    parser.add_argument("--output", required=True, help="the output folder")
    parser.add_argument("--master", help="the URL of the cluster (default: that of the configuration)")
    parser.add_argument("--p2c", metavar="PATH", help="the program on the workers (default: that beside this driver)")
    parser.add_argument("--base", help="the folder in which relative inputs begin on the workers")
    parser.add_argument("--archive", metavar="FILE", help="a tar of the program and its libraries, sent to the workers")
    return parser.parse_args()


def run_task(program, plan, task, digest, base):
    """On a worker: does one task. What may pass fails the Spark task, which Spark tries again; anything else is returned."""
    line = [program, "shard", "run", plan, task, "--quiet", "--plan-sha256", digest]
    line += ["--base", base] if base else []
    try:
        done = subprocess.run(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
    except OSError as error:
        return task, 127, f"{program} cannot be started: {error.strerror}"
    said = done.stderr.strip()[-4000:]
    if done.returncode < 0 or done.returncode > 128 or done.returncode in RETRIED:
        raise RuntimeError(f"{task} ended with {done.returncode}: {said}")
    return task, done.returncode, said


def status(program, plan, digest=None):
    line = [program, "shard", "status", plan, "--format", "json"]
    done = subprocess.run(line + (["--plan-sha256", digest] if digest else []), capture_output=True, text=True)
    if done.returncode:
        sys.stderr.write(done.stderr)
        sys.exit(done.returncode)
    return json.loads(done.stdout)


def program_of(options, folder):
    """The program for the driver and for the workers. An archive is unpacked for the driver, too."""
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "p2c")
    if not options.archive:
        return [options.p2c or beside] * 2
    with tarfile.open(options.archive) as archive:
        archive.extractall(folder, filter="data")
    name = options.p2c or "bin/p2c"
    return os.path.join(folder, name), os.path.join("p2c", name)


def drive(options, mine, theirs):
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession
    from py4j.protocol import Py4JError

    builder = SparkSession.builder.appName("p2c")
    if options.master:
        builder = builder.master(options.master)
    if options.archive:
        builder = builder.config("spark.archives", f"{os.path.abspath(options.archive)}#p2c")
    plan, base = os.path.abspath(options.plan), options.base
    state = status(mine, plan)
    digest = state["plan"]
    if state["complete"]:
        return digest
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    try:
        while not state["complete"]:
            ready = state["next"]
            if not ready:
                sys.exit("p2c-spark: no task may run, and not all are done")
            tasks = session.sparkContext.parallelize(ready, len(ready))
            try:
                results = tasks.map(lambda task: run_task(theirs, plan, task, digest, base)).collect()
            except (Py4JError, PySparkException) as error:
                sys.stderr.write(f"p2c-spark: a task failed too often: {str(error)[:4000]}\n")
                sys.exit(74)
            failed = [one for one in results if one[1]]
            for task, code, said in failed:
                sys.stderr.write(f"p2c-spark: {task} ended with {code}: {said}\n")
            if failed:
                sys.exit(failed[0][1])
            before, state = len(state["done"]), status(mine, plan, digest)
            if len(state["done"]) <= before:
                sys.exit("p2c-spark: tasks ended, and none is done: do all workers see the folder of the plan?")
    finally:
        session.stop()
    return digest


def main():
    options = arguments()
    folder = tempfile.mkdtemp(prefix="p2c-spark-")
    try:
        mine, theirs = program_of(options, folder)
        digest = drive(options, mine, theirs)
        line = [mine, "shard", "merge", options.plan, "--output", options.output, "--plan-sha256", digest]
        sys.exit(subprocess.run(line).returncode)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
