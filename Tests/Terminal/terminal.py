#!/usr/bin/env python3
"""What p2c shows on a terminal: progress, colours, widths, and what Ctrl-C leaves. Each check runs the program on a
pseudo-terminal of 80 columns.

    python3 Tests/Terminal/terminal.py --bin bin/p2c

The last line is "N passed, N failed".
"""
import argparse
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

from shells import Shell

COLUMNS = 80
COLOUR = re.compile(rb"\x1b\[[0-9;]*m")
SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "contoso-sales.zip"


class Run:
    """A run of the program whose three streams are a terminal."""

    def __init__(self, program, arguments, folder, *, keys=None, shown=b"records", environment=None):
        """`keys` are typed as soon as the terminal shows something, such as the word `shown`."""
        settings = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "SOURCE_DATE_EPOCH", "LC_ALL", "LC_MESSAGES", "LANG")}
        settings.update({"TERM": "xterm-256color"}, **(environment or {}))
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(folder)
            os.execve(program, [program, *arguments], settings)
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
        self.bytes, begin = b"", time.monotonic()
        while time.monotonic() - begin < 300:
            if select.select([terminal], [], [], 0.1)[0]:
                try:
                    piece = os.read(terminal, 1 << 16)
                except OSError:                                   # the program has ended
                    break
                if not piece:
                    break
                self.bytes += piece
                if keys and shown in self.bytes:
                    os.write(terminal, keys)
                    keys = None
        self.seconds = time.monotonic() - begin
        status = os.waitpid(process, 0)[1]
        self.code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        os.close(terminal)

    @property
    def text(self):
        """What was written, without colours."""
        return COLOUR.sub(b"", self.bytes).decode("utf-8", "replace")

    @property
    def screen(self):
        """The lines that are seen in the end."""
        lines = []
        for line in self.text.replace("\r\n", "\n").split("\n"):
            seen = line.split("\r")[-1]
            lines.append(seen.replace("\x1b[K", ""))
        return lines

    @property
    def progress(self):
        """The lines of progress, one after the other."""
        return re.findall(r"\r\x1b\[K(p2c: [^\r\n]+)", self.text)


def large(folder, records):
    """Accounts that take the program some seconds."""
    path = folder / "account.csv"
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        file.write("accountid,accountnumber,name,address1_line1,address1_city,description\r\n")
        for n in range(records):
            file.write(f"{n:08x}-0000-4000-8000-000000000000,A-{n:07d},Customer {n * 7919 % 100003} Ltd,"
                       f"{n % 977} Main Street,Town {n % 331},{n * 2654435761 % 4294967296:x} remarks of number {n}\r\n")
    return path


class Checks:
    def __init__(self, program, folder, records):
        self.program, self.folder = program, folder
        self.large = large(folder, records)
        self.slow = ["convert", str(self.large), "--output", "out", "--jobs", "1", "--compression", "9", "--template", "accounts"]

    def run(self, *arguments, **how):
        return Run(self.program, [str(a) for a in arguments], self.folder, **how)

    def clean(self):
        shutil.rmtree(self.folder / "out", ignore_errors=True)

    def progress_says_how_far_it_is(self):
        run = self.run(*self.slow)
        lines = run.progress
        assert run.code in (0, 1), (run.code, run.text[-300:])
        assert lines, "no progress in a job of %.1f seconds" % run.seconds
        whole = [line for line in lines if re.search(r": \d+ %, [\d,]+ records, [\d,]+/s, [\d:]+ (s|min|h) left$", line)]
        assert whole, f"no line says percent, records, speed and time: {lines[:5]}"
        shares = [int(m) for line in lines for m in re.findall(r"customers: (\d+) %", line)]
        assert shares == sorted(shares) and shares, f"the share goes back: {shares}"

    def the_share_is_of_the_whole_command(self):
        for arguments in self.long_commands():
            run = self.run(*arguments)
            assert run.code in (0, 1), (arguments, run.code, run.text[-300:])
            if run.seconds < 2:
                continue
            shares = [int(m) for line in run.progress for m in re.findall(r"(\d+) %", line)]
            name = arguments[0]
            assert len(shares) > 1, f"{name} says no share in {run.seconds:.1f} seconds: {run.progress[:3]}"
            assert shares == sorted(shares), f"{name}: the share goes back: {shares}"
            assert shares[-1] == 100 and max(shares[:-1]) < 100, f"{name}: the share ends with {shares[-2:]}"
            # Half of the time is not spent on a share that stands still.
            lines = [line for line in run.progress if " %" in line][:-1]
            most = max(shares.count(share) for share in shares)
            assert len(lines) < 8 or most <= 0.6 * len(lines), f"{name}: the share stands still: {shares}"

    def progress_and_signals_are_in_the_language(self):
        danish = {"LC_ALL": "da_DK.UTF-8"}
        run = self.run(*self.slow, environment=danish)
        whole = [line for line in run.progress
                 if re.search(r": \d+ %, [\d.]+ poster, [\d.]+/s, [\d:]+ (s|min\.|t) tilbage$", line)]
        assert whole, f"no Danish line: {run.progress[:5]}"
        assert any("rapporterne skrives" in line for line in run.progress), run.progress[-3:]
        self.clean()
        run = self.run(*self.slow, keys=b"\x03", shown=b"poster", environment=danish)
        assert run.code == -signal.SIGINT, (run.code, run.text[-300:])
        assert "p2c: afbrudt; intet blev skrevet" in run.screen, run.screen[-4:]

    def progress_is_one_line_that_is_taken_away(self):
        run = self.run(*self.slow)
        wide = [line for line in run.progress if len(line) >= COLUMNS]
        assert not wide, f"too wide for the terminal: {wide[:2]}"
        assert not any("records," in line and "left" in line for line in run.screen), f"progress stays: {run.screen[:3]}"

    def a_quick_command_shows_no_progress(self):
        run = self.run("inspect", SAMPLE)
        assert run.code == 0 and (not run.progress or run.seconds > 1), run.progress

    def long_commands(self):
        """Commands that take longer than a second, each with an output of its own."""
        finops = self.folder / "CustCustomerV2Entity.csv"
        if not finops.exists():
            with self.large.open(encoding="utf-8-sig") as source, finops.open("w", encoding="utf-8-sig") as file:
                file.write("CUSTOMERACCOUNT,ORGANIZATIONNAME\n")
                for line in source.readlines()[1:]:
                    file.write(",".join(line.split(",")[1:3]) + "\n")
        output = iter(range(100))
        for command in (["validate", self.large], ["inspect", self.large], ["diff", self.large, self.large],
                        ["fix", self.large, "--output", "OUT.csv"], ["profile", self.large, "--output", "OUT"],
                        ["reconcile", "--finops", finops, "--sales", self.large, "--output", "OUT"],
                        ["explain", self.large, "--key", "A-0000001"],
                        ["convert", self.large, "--output", "OUT", "--jobs", "1", "--compression", "9"]):
            name = f"long-{os.getpid()}-{next(output)}"
            for left in self.folder.glob("long-*"):
                shutil.rmtree(left, ignore_errors=True) if left.is_dir() else left.unlink()
            yield [str(a).replace("OUT", name) for a in command]

    def every_long_command_shows_progress(self):
        for arguments in self.long_commands():
            run = self.run(*arguments)
            assert run.code in (0, 1), (arguments, run.code, run.text[-300:])
            if run.seconds > 1.6:
                assert run.progress, f"{arguments[0]} shows nothing in {run.seconds:.1f} seconds"

    def ctrl_c_leaves_nothing_and_says_so(self):
        before = sorted(p.name for p in self.folder.iterdir())
        run = self.run(*self.slow, keys=b"\x03")
        assert run.code == -signal.SIGINT, (run.code, run.text[-300:])
        assert "p2c: interrupted; nothing was written" in run.screen, run.screen[-4:]
        assert sorted(p.name for p in self.folder.iterdir()) == before, "something is left behind"

    def a_signal_that_ends_it_says_so(self):
        process = subprocess.Popen([self.program, *self.slow], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(0.7)
        process.terminate()
        message = process.communicate()[1].decode()
        assert process.returncode == -signal.SIGTERM, process.returncode
        assert message == "p2c: ended by a signal; nothing was written\n", message

    def colours_on_a_terminal(self):
        run = self.run("convert", SAMPLE, "--output", "out")
        assert b"\x1b[1mP2C2104\x1b[0m" in run.bytes, "codes are not bold"
        run = self.run("inspect", "nowhere.zip")
        assert run.bytes.startswith(b"\x1b[31mp2c:\x1b[0m ") and run.code == 66, run.bytes[:80]

    def no_colours_where_nobody_wants_them(self):
        for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": ""}):
            for arguments in (["convert", SAMPLE, "--output", "out", "--force"], ["inspect", "nowhere.zip"]):
                run = self.run(*arguments, environment=environment)
                assert not COLOUR.search(run.bytes), (environment, run.bytes[:120])
        run = self.run(*self.slow, "--force", environment={"TERM": "dumb"})
        assert b"\x1b" not in run.bytes, "a terminal that obeys nothing got a command"

    def nothing_special_without_a_terminal(self):
        done = subprocess.run([self.program, *self.slow], cwd=self.folder, capture_output=True)
        assert b"\x1b" not in done.stdout + done.stderr and not done.stderr, done.stderr[:120]

    def the_summary_fits_the_terminal(self):
        for language in ("en", "nl", "da", "sv", "is"):
            for arguments in (["convert", SAMPLE, "--output", "out", "--force"], ["validate", SAMPLE], ["inspect", "nowhere"],
                              ["convert", "--help"], ["diff", SAMPLE, SAMPLE]):
                run = self.run(*arguments, environment={"LC_ALL": f"{language}_XX.UTF-8"})
                # How a command is called is one line, however long.
                wide = [line for line in run.screen if len(line) > COLUMNS and ": p2c " not in line]
                assert not wide, (language, arguments, wide)

    def quiet_is_silent(self):
        run = self.run("convert", SAMPLE, "--output", "out", "--quiet")
        assert run.code == 1 and not run.bytes, run.bytes[:120]
        run = self.run(*self.slow, "--force", "--quiet")
        assert not run.bytes, run.bytes[:120]
        run = self.run("convert", "nowhere.zip", "--output", "other", "--quiet")
        assert run.code == 66 and b"nowhere.zip" in run.bytes

    def standard_input_must_not_be_a_terminal(self):
        run = self.run("inspect", "-")
        assert run.code == 66 and "standard input is a terminal" in run.text, (run.code, run.text)
        assert run.seconds < 10

    def a_package_comes_from_standard_input(self):
        with SAMPLE.open("rb") as sample:
            done = subprocess.run([self.program, "convert", "-", "--output", "out", "--format", "json"],
                                  cwd=self.folder, stdin=sample, capture_output=True)
        assert done.returncode == 1 and b'"path" : "-"' in done.stdout, done.stderr

    def zsh_completes(self):
        self._completes("zsh")

    def fish_completes(self):
        self._completes("fish")

    def _completes(self, name):
        """Commands, options, their values, templates, entities, codes, packages and projects are completed."""
        if not shutil.which(name):
            print(f"skipped: there is no {name}")
            return
        for file in ("export.zip", "two words.zip", "job.yaml"):
            (self.folder / file).write_text("")
        shell = Shell(name, self.program, self.folder)
        try:
            # What is typed, and what must then be seen that was not typed: of one candidate its end, else several.
            for line, expected in [
                ("p2c conv", ["ert"]), ("p2c templates ord", ["er"]), ("p2c convert --exc", ["el"]),
                ("p2c convert --format js", ["on"]), ("p2c validate --language ", ["nl", "sv"]),
                ("p2c convert --template contacts-", ["to-customers"]), ("p2c templates show orders-to-", ["sales", "finops"]),
                ("p2c schema show CustCustomerG", ["roupEntity"]), ("p2c codes P2C210", ["P2C2104", "P2C2109"]),
                ("p2c explain export.zip --entity quoted", ["etail"]), ("p2c inspect exp", ["ort.zip"]),
                ("p2c inspect two", ["words.zip"]), ("p2c run jo", ["b.yaml"]), ("p2c fix export.zip --no-ver", ["ify"]),
                ("p2c fix export.zip --rep", ["ort"]),
            ]:
                text = shell.completes(line, expected)
                for word in expected:
                    assert word in text, f"{line!r}: {word!r} is not in {text!r}"
        finally:
            shell.close()


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--bin", default="bin/p2c")
    arguments.add_argument("--records", type=int, default=500_000, help="records of the job that takes some seconds")
    arguments = arguments.parse_args()
    program = os.path.abspath(arguments.bin)
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        checks = Checks(program, Path(folder), arguments.records)
        for name in [n for n in vars(Checks) if not n.startswith("_") and n not in ("run", "clean", "long_commands")]:
            checks.clean()
            try:
                getattr(checks, name)()
                passed += 1
            except AssertionError as reason:
                failed += 1
                print(f"{name.replace('_', ' ')}: {reason}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
