#!/usr/bin/env python3
"""Opens every kind of report in Chromium: errors, search and filter, themes and widths, print, hostile names, size.

The last line counts what passed and failed. Needs chromium and pdftotext; with axe-core (`--axe axe.min.js`) accessibility too.

    browser.py --bin bin/p2c --pictures folder
"""
import argparse
import collections
import csv
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
import zipfile
from pathlib import Path

from devtools import Browser

LANGUAGES = ("en", "nl", "da", "sv", "is")
WIDTHS = (390, 768, 1280)
HOSTILE = "</script><img src=x onerror=alert(1)>{{x}}`*_|"
HOSTILE_CELL = '"' + HOSTILE + '"'
# As a file's name: a slash would be a folder.
HOSTILE_NAME = "`<img src=x onerror=alert(1)>`{{x}}<script>alert(2)<\u2215script>`` | *a* \nb.csv"
SAMPLES = Path(__file__).resolve().parents[2] / "samples"


class Pages:
    """Pages that p2c makes in a folder."""

    def __init__(self, binary, folder):
        self.binary, self.folder, self.made = binary, folder, {}

    def make(self, name, *arguments, page="report.html"):
        if name not in self.made:
            output = self.folder / name
            run = subprocess.run([self.binary, *map(str, arguments), "--output", str(output)], stdin=subprocess.DEVNULL,
                                 capture_output=True, text=True)
            if run.returncode not in (0, 1):
                raise OSError(f"{name}: {run.stderr}")
            self.made[name] = output / page
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

    def profile(self, language="en"):
        return self.make(f"profile-{language}", "profile", SAMPLES / "contoso-sales.zip", "--language", language, page="profile.html")

    def fix(self, language="en"):
        folder = self.folder / f"fix-{language}"
        page = folder / "report.html"
        if not page.exists():
            folder.mkdir()
            broken(folder / "broken.zip")
            run = subprocess.run([self.binary, "fix", "broken.zip", "--output", "fixed.zip", "--report", page.name, "--language", language],
                                 stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=folder)
            if run.returncode:
                raise OSError(f"fix: {run.stderr}")
        return page

    def values(self, language="en"):
        """A conversion with values that no map knows, which are to be shown."""
        rows = [f",K-{number},Name,{country}\n" for number, country in enumerate(["Atlantis"] * 3 + ["Utopia"] * 2 + [HOSTILE_CELL])]
        return self.of_accounts(f"values-{language}", rows, "--show-values", "--language", language, more=",address1_country")

    KINDS = ("convert", "reconcile", "validate", "diff", "fix", "profile", "values")

    def all(self, language="en"):
        return [getattr(self, kind)(language) for kind in self.KINDS]

    def of_accounts(self, name, rows, *options, file="account.csv", more=""):
        source = self.folder / f"{name}-source"
        source.mkdir(exist_ok=True)
        with open(source / file, "w", encoding="utf-8") as stream:
            stream.write(f"accountid,accountnumber,name{more}\n")
            stream.writelines(rows)
        return self.make(name, "convert", source / file, "--template", "accounts", *options)


def broken(path):
    """Writes a copy of a sample with faults that are repaired: a folder in the zip, an unreadable time stamp."""
    with zipfile.ZipFile(SAMPLES / "contoso-sales.zip") as sample, zipfile.ZipFile(path, "w") as copy:
        for entry in sample.infolist():
            content = sample.read(entry)
            if entry.filename == "data.xml":
                content = re.sub(rb'timestamp="[^"]*"', b'timestamp="24 November 2026"', content, count=1)
            copy.writestr(f"export/{entry.filename}", content)


def expect(is_right, what):
    if not is_right:
        raise AssertionError(what)


def opens_without_errors(browser, pages, _):
    """No page reports an error, in light and dark, and nothing is clipped in any width and language."""
    for page in [page for language in LANGUAGES for page in pages.all(language)]:
        for theme in ("light", "dark") if page.parent.name.endswith("-en") else ("light",):
            for width in WIDTHS:
                browser.open(page, width, theme)
                expect(not browser.faults(), f"{page} {theme} {width}: {browser.faults()}")
                wide = browser.run("""[...document.querySelectorAll("body *")].filter((item) => {
                  const scroller = item.closest(".flow, .stub") || item.closest("caption, .card table");
                  return !scroller && item.getBoundingClientRect().right > innerWidth + 1;
                }).map((item) => item.outerHTML.slice(0, 80))""")
                expect(not wide, f"{page} is wider than {width}: {wide[:3]}")
                beyond = browser.run("""[...document.querySelectorAll(".card:not(.flow, .stub)")].filter(
                  (card) => card.scrollWidth > card.clientWidth + 1).map((card) => card.textContent.slice(0, 60))""")
                expect(not beyond, f"{page}: tables are clipped in {width}: {beyond[:2]}")


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
    filters_by_entity(browser, pages, choose)
    browser.open(pages.convert())
    place = browser.run('document.querySelector("li[data-entity]").textContent')
    choose("text", place.upper())
    expect(len(browser.run(SHOWN)) >= 1, "search finds no place")
    choose("text", "nothing has this text")
    expect(browser.run(SHOWN) == [] and browser.run('document.getElementById("none-shown").textContent'), "nothing found is not said")
    choose("text", "")
    expect(browser.run(SHOWN) == every, "the findings do not come back")


def filters_by_entity(browser, pages, choose):
    """The numbers behind the filter by entity are those of findings.csv, for every page that has one."""
    for page in (pages.convert(), pages.reconcile(), pages.validate()):
        with open(page.with_name("findings.csv"), encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        browser.open(page)
        entities = browser.run('[...document.querySelectorAll("#f-entity option")].map((option) => option.value).filter(Boolean)')
        expect(set(entities) == {row["entity"] for row in rows if row["entity"]}, f"{page}: {entities}")
        for entity in ["", *entities]:
            choose("entity", entity)
            shown = browser.run("""Object.fromEntries([...document.querySelectorAll(".finding[data-code]")]
              .filter((card) => card.offsetParent).map((card) => [card.dataset.code,
                [...card.querySelectorAll(".count")].filter((count) => count.offsetParent).map((count) => count.textContent).join()]))""")
            found = collections.Counter(row["code"] for row in rows if entity in ("", row["entity"]))
            expect({code: int(count.replace(",", "")) for code, count in shown.items()} == found, f"{page} {entity}: {shown}")
            for code in shown:
                places = browser.run(f"""[...document.querySelectorAll('[data-code="{code}"] li[data-entity]')]
                  .filter((place) => place.offsetParent).length""")
                expect(places == min(found[code], 5), f"{page} {entity} {code}: {places} places of {found[code]}")


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


def does_nothing(browser, what):
    expect(not browser.faults(), f"{what}: {browser.faults()}")
    expect(browser.run('document.querySelectorAll("img, iframe, object").length') == 0, f"{what}: text is markup")
    expect(browser.run('document.querySelectorAll("[onerror], [onload], [onclick]").length') == 0, f"{what}: text is an attribute")


def hostile_names(browser, pages, _):
    """Keys, values and names of files that look like markup, templates or Markdown do nothing on any page."""
    rows = [f",{HOSTILE_CELL},{HOSTILE_CELL},{HOSTILE_CELL}\n" for _ in range(3)]
    page = pages.of_accounts("hostile", rows, "--show-values", file=HOSTILE_NAME, more=",address1_country")
    source = page.parent.parent / "hostile-source" / HOSTILE_NAME
    finops = source.with_name("finops " + HOSTILE_NAME)
    finops.write_text(f"CUSTOMERACCOUNT,ORGANIZATIONNAME\n{HOSTILE_CELL},{HOSTILE_CELL}\n", encoding="utf-8")
    clean = source.with_name("clean.csv")
    clean.write_text("accountid,accountnumber,name\n,A-1,Alpine\n", encoding="utf-8")
    others = [
        pages.make("hostile-validate", "validate", source, "--for", "convert", "--show-values"),
        pages.make("hostile-profile", "profile", source, page="profile.html"),
        pages.make("hostile-diff", "diff", clean, source),
        pages.make("hostile-reconcile", "reconcile", "--finops", finops, "--sales", source, "--template", "accounts"),
    ]
    repaired = page.parent.parent / f"repaired {HOSTILE_NAME}"
    report = page.parent.parent / "hostile-fix.html"
    done = subprocess.run([pages.binary, "fix", str(source), "--output", str(repaired), "--report", str(report), "--force"], capture_output=True, text=True)
    expect(done.returncode == 0, done.stderr)
    for one in [page, *others, report]:
        browser.open(one)
        does_nothing(browser, one)
        scripts = browser.run('document.querySelectorAll("script").length')
        expect(scripts == (0 if "profile" in str(one) or "diff" in str(one) else 1), f"{one}: {scripts} scripts")
        text = browser.run("document.body.textContent")
        expect("{{x}}" in text and "<img src=x" in text, f"{one}: the name is not shown as it is")
    browser.open(page)
    expect(HOSTILE in browser.run("document.body.textContent"), "the key is not shown as it is")
    stub = browser.run('document.querySelector(".stub").textContent')
    expect(HOSTILE in stub, f"the value is not in the entries: {stub}")


def hostile_run_sheets(browser, pages, folder):
    """RUNSHEET.md as HTML, with all that Markdown may do, has no markup but its own: backticks in names end no code."""
    try:
        from markdown_it import MarkdownIt
    except ImportError:
        print("run sheets are not rendered: markdown-it-py is not installed")
        return
    hostile_names(browser, pages, folder)
    renderer = MarkdownIt("commonmark", {"html": True, "linkify": False}).enable("table")
    for name in ("hostile", "hostile-reconcile"):
        sheet = folder / name / "RUNSHEET.md"
        text = sheet.read_text("utf-8")
        page = folder / f"{name}-sheet.html"
        page.write_text('<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Sheet</title><body>' + renderer.render(text), "utf-8")
        browser.open(page)
        does_nothing(browser, sheet)
        tags = set(browser.run('[...document.body.querySelectorAll("*")].map((item) => item.localName)'))
        allowed = {"h1", "h2", "p", "strong", "code", "ol", "ul", "li", "table", "thead", "tbody", "tr", "th", "td"}
        expect(tags <= allowed, f"{sheet}: {tags - allowed}")
        widths = browser.run('[...document.querySelectorAll("table")].map((table) => new Set([...table.rows].map((row) => row.cells.length)).size)')
        expect(set(widths) <= {1}, f"{sheet}: rows of a table differ in their cells")
    expect("<img src=x onerror=alert(1)>" in browser.run("document.body.textContent"), "the run sheet does not name the file")


def speaks_five_languages(browser, pages, _):
    """Every page names its language, and is another one in each."""
    for kind in pages.KINDS:
        titles, words = set(), {}
        for language in LANGUAGES:
            browser.open(getattr(pages, kind)(language))
            expect(browser.run("document.documentElement.lang") == language, language)
            titles.add(browser.run('document.querySelector("h1").textContent'))
            for heading in browser.run('[...document.querySelectorAll("h2, thead th, dt, .contents a")].map((item) => item.textContent)'):
                words.setdefault(heading, set()).add(language)
        expect(len(titles) == len(LANGUAGES), str(titles))
        everywhere = {word for word, spoken in words.items() if len(spoken) == len(LANGUAGES) and " " in word and not word[0].islower()}
        expect(not {word for word in everywhere if not re.search(r"[A-Z]{2}|_|:", word)}, f"{kind}: in all languages {everywhere}")


def million_findings(browser, pages, _):
    """A page of a million findings has at most 2 MB and opens in 2 seconds."""
    page = pages.of_accounts("million", (",,no key\n" for _ in range(1_000_000)))
    expect(page.stat().st_size <= 2_000_000, f"{page.stat().st_size} bytes")
    seconds = browser.open(page)
    expect(seconds <= 2, f"{seconds:.1f} s")


CHECKS = [opens_without_errors, dark_is_dark, search_and_filter, prints_whole, hostile_names, hostile_run_sheets, speaks_five_languages, million_findings]


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
        pages, browser = Pages(str(Path(options.bin).resolve()), Path(name)), Browser(options.browser)
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
