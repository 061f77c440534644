#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/measurements.md is what its tables give, and what it claims about peers is so today; usage of both scripts."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "lib"), str(HERE.parent / "program")]
import page  # noqa: E402
from budgets import DETECT_VIRT, instructions  # noqa: E402
from taptest import PROGRAM, main  # noqa: E402

DOCS = HERE.parent.parent / "docs"
PEERS = {"systemd-detect-virt": DETECT_VIRT, "lscpu": ["lscpu"]}


class Page(unittest.TestCase):
    def test_is_what_the_tables_give(self):
        self.assertEqual(page.text(DOCS / "measurements"), (DOCS / "measurements.md").read_text(encoding="utf-8"))

    def test_another_figure_gives_another_page(self):
        with tempfile.TemporaryDirectory() as folder:
            data = pathlib.Path(folder) / "measurements"
            shutil.copytree(DOCS / "measurements", data)
            table = data / "decide.csv"
            table.write_text(table.read_text(encoding="utf-8").replace("8192,", "8191,"), encoding="utf-8")
            self.assertNotEqual(page.text(data), (DOCS / "measurements.md").read_text(encoding="utf-8"))

    def test_what_it_shows_is_there(self):
        for name in page.PLOTS:
            self.assertTrue((DOCS / f"measurements/{name}.svg").read_text(encoding="utf-8").rstrip().endswith("</svg>"), name)

    def costs_less(self, ours, theirs):
        """By more than half of what the page claims."""
        claimed = {row["command"]: int(row["instructions"]) for row in page.read(DOCS / "measurements", "detectors")}
        return self.now[theirs] / self.now[ours] > claimed[theirs] / claimed[ours] / 2 > 0.5

    def test_what_it_claims_about_peers_is_so(self):
        self.now = {name: instructions(command) for name, command in {"xen-flat detect": [PROGRAM, "detect"], **PEERS}.items()}
        for name in PEERS:
            self.assertTrue(self.costs_less("xen-flat detect", name), name)
        self.assertFalse(self.costs_less("systemd-detect-virt", "xen-flat detect"))


class Usage(unittest.TestCase):
    def refused(self, script, *arguments, says, code=2):
        done = subprocess.run([HERE / script, *arguments], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(says, done.stderr)

    def test_bad_arguments(self):
        self.refused("run", "--fast", says="usage: run")
        self.refused("run", "--rounds", says="usage: run")
        self.refused("run", "--only", "pipe,compiling", says="no such workload: compiling")
        self.refused("ourselves", "speed", says="no such part: speed")

    def test_a_tree_that_is_none(self):
        self.refused("run", "--tree", "/nowhere", says="/nowhere is not a folder", code=1)

    def test_workloads_are_listed(self):
        listed = subprocess.run([HERE / "run", "--list"], capture_output=True, text=True, check=True).stdout.split()
        self.assertIn("build-more", listed)
        self.assertEqual(len(listed), len(set(listed)))


if __name__ == "__main__":
    main()
