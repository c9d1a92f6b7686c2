"""What interactive shells complete with the scripts of docs/completions, on a pseudo-terminal."""
import fcntl
import os
import pty
import re
import select
import struct
import termios
import time
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "docs" / "completions"
ESCAPES = re.compile(r"\x1b(?:\[[0-9;?>=]*[a-zA-Z]|[=>]|\][^\x07]*\x07|\([A-Z])|\r|\x08|\x07")
READY = "p2c-shell-is-ready"

# What each shell is started with, and what it reads first. The word that says it is ready is not in the line that is typed.
SHELLS = {
    "zsh": (["zsh", "-f", "-i"], f"PS1='> '; fpath=({SCRIPTS} $fpath); autoload -Uz compinit; compinit -u -D; LISTMAX=1000; echo p2c-shell-'is-ready'\n"),
    "fish": (["fish", "--no-config", "-i"], f"source {SCRIPTS}/p2c.fish; echo p2c-shell-'is-ready'\r"),
}


class Shell:
    """A shell in a folder, in which `p2c` is the program."""

    def __init__(self, name, program, folder):
        arguments, setup = SHELLS[name]
        home = Path(folder) / "home"
        links = home / "bin"
        links.mkdir(parents=True, exist_ok=True)
        if not (links / "p2c").exists():
            (links / "p2c").symlink_to(program)
        settings = {"TERM": "xterm", "HOME": str(home), "PATH": f"{links}:{os.environ['PATH']}", "LANG": "C.UTF-8"}
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(arguments[0], arguments, settings)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
        self.read(1)
        os.write(self.terminal, setup.encode())
        text = self.read(20, until=READY)
        if READY not in text:
            raise AssertionError(f"{name} does not start: {text[-300:]!r}")

    def read(self, seconds, until=None, quiet=None):
        """What the shell writes: for so many seconds, until a text comes, or until nothing more has come for a while."""
        text, end, last = "", time.monotonic() + seconds, time.monotonic()
        while time.monotonic() < end and not (until and until in text):
            if select.select([self.terminal], [], [], 0.05)[0]:
                try:
                    text += ESCAPES.sub("", os.read(self.terminal, 1 << 16).decode("utf-8", "replace"))
                except OSError:
                    break
                last = time.monotonic()
            elif quiet and text and time.monotonic() - last > quiet:
                break
        return text

    def completes(self, line, words):
        """Presses tab behind the line, twice if need be, until all words are on the screen; what was there besides the line."""
        os.write(self.terminal, b"\x15")
        self.read(0.2)
        os.write(self.terminal, line.encode())
        # The echo comes first, so that it is not taken for the answer.
        self.read(2, quiet=0.3)
        text = ""
        for _ in range(2):
            os.write(self.terminal, b"\t")
            end = time.monotonic() + 10
            while time.monotonic() < end and not all(word in text for word in words):
                more = self.read(0.4)
                if not more and text:
                    break
                text = (text + more).replace(line, "")
        return text

    def close(self):
        os.close(self.terminal)
        os.kill(self.process, 9)
        os.waitpid(self.process, 0)
