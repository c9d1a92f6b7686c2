#!/usr/bin/env python3
"""Opens every kind of report in Chromium: errors, search and filter, themes and widths, print, hostile names, size.

The last line counts what passed and failed. Needs chromium and pdftotext; with axe-core (`--axe axe.min.js`) accessibility too.

    browser.py --bin bin/p2c --pictures folder
"""
import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

from devtools import Browser

LANGUAGES = ("en", "nl", "da", "sv", "is")
WIDTHS = (390, 768, 1280)
HOSTILE = "</script><img src=x onerror=alert(1)>{{x}}`*_|"
SAMPLES = Path(__file__).resolve().parents[2] / "samples"


class Pages:
    """Reports that p2c makes in a folder."""

    def __init__(self, binary, folder):
        self.binary, self.folder, self.made = binary, folder, {}

    def make(self, name, *arguments):
        if name not in self.made:
            output = self.folder / name
            run = subprocess.run([self.binary, *map(str, arguments), "--output", str(output)], stdin=subprocess.DEVNULL,
                                 capture_output=True, text=True)
            if run.returncode not in (0, 1):
                raise OSError(f"{name}: {run.stderr}")
            self.made[name] = output / "report.html"
        return self.made[name]

    def convert(self, language="en"):
        return self.make(f"convert-{language}", "convert", SAMPLES / "contoso-sales.zip", "--language", language)

    def reconcile(self, language="en"):
        return self.make(f"reconcile-{language}", "reconcile", "--finops", SAMPLES / "contoso-finops.zip",
                         "--sales", SAMPLES / "contoso-sales.zip", "--language", language)

    def validate(self, language="en"):
        return self.make(f"validate-{language}", "validate", SAMPLES / "contoso-sales.zip", "--language", language)

    def diff(self, language="en"):
        return self.make(f"diff-{language}", "diff", SAMPLES / "contoso-sales-2019.zip", SAMPLES / "contoso-sales.zip", "--language", language)

    def all(self, language="en"):
        return [self.convert(language), self.reconcile(language), self.validate(language), self.diff(language)]

    def of_accounts(self, name, rows):
        source = self.folder / f"{name}-source"
        source.mkdir(exist_ok=True)
        with open(source / "account.csv", "w", encoding="utf-8") as file:
            file.write("accountid,accountnumber,name\n")
            file.writelines(rows)
        return self.make(name, "convert", source / "account.csv", "--template", "accounts")


def expect(is_right, what):
    if not is_right:
        raise AssertionError(what)


def opens_without_errors(browser, pages, _):
    """No page reports an error, in light and dark, and nothing is clipped in any width."""
    for page in pages.all():
        for theme in ("light", "dark"):
            for width in WIDTHS:
                browser.open(page, width, theme)
                expect(not browser.faults(), f"{page} {theme} {width}: {browser.faults()}")
                wide = browser.run("""[...document.querySelectorAll("body *")].filter((item) => {
                  const scroller = item.closest(".flow") || item.closest("caption, .card table");
                  return !scroller && item.getBoundingClientRect().right > innerWidth + 1;
                }).map((item) => item.outerHTML.slice(0, 80))""")
                expect(not wide, f"{page} is wider than {width}: {wide[:3]}")
                beyond = browser.run("""[...document.querySelectorAll(".card:not(.flow)")].filter(
                  (card) => card.scrollWidth > card.clientWidth + 1).map((card) => card.textContent.slice(0, 60))""")
                expect(not beyond or width > 390, f"{page}: tables are clipped in {width}: {beyond[:2]}")


def dark_is_dark(browser, pages, _):
    """The dark theme has a dark ground and light letters."""
    ground = {}
    for theme in ("light", "dark"):
        browser.open(pages.convert(), theme=theme)
        text = browser.run("getComputedStyle(document.body).backgroundColor")
        ground[theme] = sum(map(int, re.findall(r"\d+", text)[:3]))
    expect(ground["light"] > 600 and ground["dark"] < 200, str(ground))


SHOWN = '[...document.querySelectorAll(".finding[data-code]")].filter((card) => card.offsetParent).map((card) => card.dataset.code)'


def search_and_filter(browser, pages, _):
    """Search finds a place, filters leave those that fit, and nothing found is said."""
    browser.open(pages.convert())
    every = browser.run(SHOWN)
    expect(len(every) > 2, "the sample has too few findings to search in")

    def choose(field, value):
        browser.run(f'(() => {{ const field = document.getElementById("f-{field}"); field.value = {value!r};'
                    'field.dispatchEvent(new Event("input", {bubbles: true})); })()')

    for code in every:
        choose("code", code)
        expect(browser.run(SHOWN) == [code], f"filter by {code}")
    choose("code", "")
    for severity in browser.run('[...document.querySelectorAll("#f-severity option")].map((option) => option.value).filter(Boolean)'):
        choose("severity", severity)
        wanted = browser.run(f'[...document.querySelectorAll(\'.finding[data-severity="{severity}"]\')].map((card) => card.dataset.code)')
        expect(browser.run(SHOWN) == wanted != [], f"filter by {severity}")
    choose("severity", "")
    for entity in browser.run('[...document.querySelectorAll("#f-entity option")].map((option) => option.value).filter(Boolean)'):
        choose("entity", entity)
        places = browser.run('[...document.querySelectorAll("li[data-entity]")].filter((place) => place.offsetParent)'
                             '.map((place) => place.dataset.entity)')
        expect(places and set(places) == {entity}, f"filter by {entity}")
    choose("entity", "")
    place = browser.run('document.querySelector("li[data-entity]").textContent')
    choose("text", place.upper())
    expect(len(browser.run(SHOWN)) >= 1, "search finds no place")
    choose("text", "nothing has this text")
    expect(browser.run(SHOWN) == [] and browser.run('document.getElementById("none-shown").textContent'), "nothing found is not said")
    choose("text", "")
    expect(browser.run(SHOWN) == every, "the findings do not come back")


def prints_whole(browser, pages, folder):
    """The PDF has the heading of every column of every table, and every cell."""
    for language in LANGUAGES:
        for page in pages.all(language):
            browser.open(page)
            browser.pdf(folder / "page.pdf")
            text = subprocess.run(["pdftotext", "-raw", str(folder / "page.pdf"), "-"], capture_output=True, text=True).stdout
            printed = "".join(text.split())
            cells = browser.run('[...document.querySelectorAll("thead th, tbody td, tbody th")].map((cell) => cell.innerText)')
            lost = [cell for cell in cells for line in cell.splitlines() if "".join(line.split()) not in printed]
            expect(not lost, f"{page}: the print lacks {lost[:5]}")
            size = subprocess.run(["pdfinfo", str(folder / "page.pdf")], capture_output=True, text=True).stdout
            expect("A4" in size, size)


def hostile_names(browser, pages, _):
    """Names and keys that look like markup, templates or Markdown do nothing."""
    quoted = '"' + HOSTILE.replace('"', '""') + '"'
    page = pages.of_accounts("hostile", [f",{quoted},{quoted}\n" for _ in range(3)])
    browser.open(page)
    expect(not browser.faults(), str(browser.faults()))
    expect(browser.run('document.querySelectorAll("img").length') == 0, "a key is markup")
    expect(browser.run('document.querySelectorAll("script").length') == 1, "a key ends the script")
    expect(HOSTILE in browser.run("document.body.textContent"), "the key is not shown as it is")


def speaks_five_languages(browser, pages, _):
    """Every page names its language, and is another one in each."""
    for make in (pages.convert, pages.reconcile, pages.validate, pages.diff):
        titles = set()
        for language in LANGUAGES:
            browser.open(make(language))
            expect(browser.run("document.documentElement.lang") == language, language)
            titles.add(browser.run('document.querySelector("h1").textContent'))
        expect(len(titles) == len(LANGUAGES), str(titles))


def million_findings(browser, pages, _):
    """A page of a million findings has at most 2 MB and opens in 2 seconds."""
    page = pages.of_accounts("million", (",,no key\n" for _ in range(1_000_000)))
    expect(page.stat().st_size <= 2_000_000, f"{page.stat().st_size} bytes")
    seconds = browser.open(page)
    expect(seconds <= 2, f"{seconds:.1f} s")


CHECKS = [opens_without_errors, dark_is_dark, search_and_filter, prints_whole, hostile_names, speaks_five_languages, million_findings]


def accessible(axe):
    def check(browser, pages, _):
        """axe-core finds nothing serious, in both themes."""
        for page in pages.all():
            for theme in ("light", "dark"):
                browser.open(page, theme=theme)
                browser.run(axe + "; 0")
                found = browser.run('axe.run().then((result) => result.violations.filter((one) => ["serious", "critical"]'
                                    '.includes(one.impact)).map((one) => [one.id, one.nodes.slice(0, 3).map((node) => node.html)]))')
                expect(not found, f"{page} {theme}: {found}")
    check.__name__ = "accessible"
    return check


def take_pictures(browser, pages, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for page in pages.all():
        for theme in ("light", "dark"):
            for width in WIDTHS:
                browser.open(page, width, theme)
                browser.picture(folder / f"{page.parent.name}-{theme}-{width}.png")
    for language in LANGUAGES[1:]:
        for page in pages.all(language):
            browser.open(page)
            browser.picture(folder / f"{page.parent.name}.png")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--bin", required=True)
    arguments.add_argument("--browser", default=shutil.which("chromium") or "chromium")
    arguments.add_argument("--axe", type=Path, help="the file axe.min.js")
    arguments.add_argument("--pictures", type=Path, help="a folder for pictures of all pages")
    arguments.add_argument("--only", default="")
    options = arguments.parse_args()
    checks = CHECKS + ([accessible(options.axe.read_text("utf-8"))] if options.axe else [])
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="p2c-pages-") as name:
        pages, browser = Pages(options.bin, Path(name)), Browser(options.browser)
        try:
            for check in checks:
                if options.only not in check.__name__:
                    continue
                begin = time.monotonic()
                try:
                    check(browser, pages, Path(name))
                    passed += 1
                    print(f"ok {check.__name__} {time.monotonic() - begin:.1f} s")
                except (AssertionError, OSError) as error:
                    failed += 1
                    print(f"FAIL {check.__name__}: {error}")
                except Exception:
                    failed += 1
                    print(f"FAIL {check.__name__}: {traceback.format_exc()}")
            if options.pictures:
                take_pictures(browser, pages, options.pictures)
        finally:
            browser.close()
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
