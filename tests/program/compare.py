#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""xen-flat compare where the switches of the module are plain files: order, numbers, and that they are always put back.

tests/compare does the same with the real module in a real kernel.
"""

import csv
import json
import math
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import time
import unittest
import xml.dom.minidom

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "lib"))
from jail import Jail  # noqa: E402
from taptest import main  # noqa: E402

MODULE = "/sys/module/xen_flat/parameters/"
BUILTIN = "/sys/module/xen/parameters/"
STAT = "cpu  {busy} 0 0 1000 0 0 0 {steal} 0 0\n"
WITHOUT_PERF = ["setpriv", "--bounding-set", "-perfmon,-sys_admin", "--inh-caps", "-perfmon,-sys_admin"]
# Student's t, two-sided 95 %: what integrating its density gives
QUANTILES = {3: 3.1824463, 5: 2.5705818}


def library(name):
    told = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    return next(line.split()[-1] for line in told.splitlines() if line.split()[:1] == [name])


def interval(base, other):
    """Geometric mean of the paired ratios and its confidence interval, by Python's own means."""
    logs = [math.log(b / a) for a, b in zip(base, other)]
    mean = statistics.mean(logs)
    half = QUANTILES[len(logs) - 1] * statistics.stdev(logs) / math.sqrt(len(logs))
    return math.exp(mean), math.exp(mean - half), math.exp(mean + half)


class Compare(unittest.TestCase):
    def setUp(self):
        if os.geteuid() != 0:
            self.skipTest("takes root to change the root folder")
        self.jail = Jail()
        self.addCleanup(self.jail.remove)
        self.jail.shell()
        for name in ("sleep", "kill", "rm", "true", "false", "grep"):
            self.jail.file(f"/bin/{name}").symlink_to("busybox")
        self.jail.copy(library("libm.so.6"), library("libm.so.6"))
        self.jail.write("/proc/stat", STAT.format(busy=100, steal=0))
        self.switches("native", "local")
        self.work()

    def switches(self, mode, wakeup, folder=MODULE, name="mode"):
        self.jail.write(folder + name, mode + "\n")
        if wakeup:
            self.jail.write(folder + "wakeup", wakeup + "\n")

    def word(self, path):
        return self.jail.file(path).read_text().splitlines()[0]

    def stand(self, mode, wakeup="local"):
        self.assertEqual((self.word(MODULE + "mode"), self.word(MODULE + "wakeup")), (mode, wakeup))

    def work(self, *lines, folder=MODULE, name="mode"):
        """The command: notes how the switches stand, and does these lines."""
        self.jail.script("/bin/work", f"read mode <{folder}{name}", f"read wakeup <{folder}wakeup 2>/dev/null",
                         "echo $mode $wakeup >>/run/log", *lines)

    def log(self):
        log = self.jail.file("/run/log")
        return log.read_text().splitlines() if log.exists() else []

    def compare(self, *options, command=("/bin/work",), **more):
        return self.jail.run("compare", *options, "--", *command, **more)

    def measured(self, *options, **more):
        done = self.compare("--json", *options, **more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def refused(self, *options, says, code=1, **more):
        done = self.compare(*options, **more)
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        self.assertRegex(done.stderr, says)
        return done


class Order(Compare):
    def test_one_round_to_warm_up_then_in_turn(self):
        got = self.measured("--rounds", "4")
        self.assertEqual(" ".join(line.split()[0][0] for line in self.log()), "n f n f f n n f f n")
        self.assertEqual((got["mode_1"], got["mode_2"], got["rounds"]), ("native", "flat", "4"))
        self.assertNotIn("unbalanced", got["noise"])

    def test_an_odd_number_of_rounds_is_told(self):
        self.assertIn("unbalanced", self.measured("--rounds", "3")["noise"])

    def test_wakeup_is_switched_with_the_mode(self):
        self.measured("--rounds", "6", "--modes", "flat,flat:spread,node:spread")
        self.assertEqual(self.log()[:3], ["flat local", "flat spread", "node spread"])
        self.assertEqual({line: self.log().count(line) for line in self.log()},
                         {"flat local": 7, "flat spread": 7, "node spread": 7})

    def test_put_back_as_they_were(self):
        for mode in ("native", "flat", "node"):
            for wakeup in ("local", "spread"):
                with self.subTest(mode=mode, wakeup=wakeup):
                    self.switches(mode, wakeup)
                    self.measured("--rounds", "2", "--modes", "node,flat:spread")
                    self.stand(mode, wakeup)

    def test_the_kernels_own_switch(self):
        self.jail.file(MODULE + "mode").unlink()
        self.switches("node", None, BUILTIN, "topology")
        self.work(folder=BUILTIN, name="topology")
        self.measured("--rounds", "2")
        self.assertEqual([line.split() for line in self.log()],
                         [["native"], ["flat"], ["native"], ["flat"], ["flat"], ["native"]])
        self.assertEqual(self.word(BUILTIN + "topology"), "node")
        self.refused("--modes", "flat,flat:spread", says="no switch for wake-ups")

    def test_what_is_in_force_is_switched(self):
        self.switches("flat", "local", BUILTIN, "topology")
        self.work(folder=BUILTIN, name="topology")
        self.measured("--rounds", "2")
        self.assertEqual(sorted({line.split()[0] for line in self.log()}), ["flat", "native"])
        self.stand("native")
        self.assertEqual(self.word(BUILTIN + "topology"), "flat")

    def test_two_in_force_hide_each_other(self):
        self.switches("flat", "local", BUILTIN, "topology")
        self.switches("flat", "local")
        self.refused(says="both")
        self.assertEqual(self.log(), [])


class Failing(Compare):
    def test_nothing_to_switch(self):
        self.jail.file(MODULE + "mode").unlink()
        done = self.refused(says="load the module")
        self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertEqual(self.log(), [])

    def test_a_failing_command(self):
        self.switches("node", "spread")
        self.work("exit 3")
        self.refused(says="/bin/work failed with exit status 3")
        self.stand("node", "spread")
        self.assertEqual(len(self.log()), 1)

    def test_a_command_that_fails_later(self):
        self.work("[ $(grep -c . /run/log) -lt 4 ]")
        self.refused(says="exit status 1")
        self.stand("native")
        self.assertEqual(len(self.log()), 4)

    def test_a_command_ended_by_a_signal(self):
        self.work("kill -SEGV $$")
        self.refused(says="ended by signal 11")
        self.stand("native")

    def test_a_command_that_is_not_there(self):
        self.refused(says="/bin/nothing cannot be run: No such file", command=["/bin/nothing"])
        self.stand("native")

    def test_a_command_is_looked_for_in_the_path(self):
        self.refused(says="work cannot be run: No such file", command=["work"], env={"PATH": "/usr/bin"})
        self.measured("--rounds", "2", command=["work"], env={"PATH": "/usr/bin:/bin"})

    def test_time_that_cannot_be_read(self):
        self.work("[ $mode = native ] || rm /proc/stat")
        self.refused(says="/proc/stat cannot be read")
        self.stand("native")

    def test_somebody_else_switches(self):
        self.work(f"[ $mode = native ] || echo node >{MODULE}mode")
        self.refused(says="somebody else has switched")
        self.stand("native")

    def test_a_vcpu_that_goes(self):
        self.work("echo 0-2 >/sys/devices/system/cpu/online")
        self.refused("--rounds", "2", says="vCPUs have come or gone")
        self.stand("native")

    def test_a_plot_that_cannot_be_written_is_told_before(self):
        self.refused("--plot", "/nowhere/plot.svg", says="/nowhere/plot.svg cannot be written")
        self.assertEqual(self.log(), [])

    def test_without_the_mathematics_nothing_is_run(self):
        self.jail.file(library("libm.so.6")).unlink()
        self.refused(says="libm.so.6")
        self.assertEqual(self.log(), [])


class Signals(Compare):
    """The command sends a signal to the program that has started it."""

    def ended_by(self, number, *lines, **more):
        self.switches("native", "spread")
        self.work("[ $mode = native ] && exit 0", *lines, f"kill -{number} $PPID", "sleep 100")
        start = time.monotonic()
        self.refused(code=-number, says="ended by signal.*\n.*back to native", **more)
        self.stand("native", "spread")
        self.assertEqual(len(self.log()), 2)
        return time.monotonic() - start

    def test_signals_that_end_a_program(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            with self.subTest(number=number):
                self.jail.file("/run/log").unlink(missing_ok=True)
                self.assertLess(self.ended_by(number), 4)

    def test_at_the_end_of_a_run(self):
        self.work("[ $mode = native ] || kill -INT $PPID")
        self.refused(code=-signal.SIGINT, says="ended by signal")
        self.stand("native")
        self.assertEqual(len(self.log()), 2)

    def test_what_the_command_has_started_ends_with_it(self):
        self.ended_by(signal.SIGINT, "(trap '' TERM; exec sleep 90) &", "echo $! >/run/child")
        child = int(self.jail.file("/run/child").read_text())
        self.assertFalse(pathlib.Path(f"/proc/{child}/status").exists()
                         and "zombie" not in pathlib.Path(f"/proc/{child}/status").read_text())

    def test_a_command_that_will_not_end_is_ended(self):
        self.assertGreater(self.ended_by(signal.SIGINT, "trap '' TERM"), 4)

    def test_an_ignored_signal_stays_ignored(self):
        self.work("kill -HUP $PPID")
        ignoring = ["sh", "-c", "trap '' HUP; exec \"$@\"", "sh"]
        self.assertEqual(self.compare("--rounds", "2", before=ignoring).returncode, 0)
        self.assertEqual(len(self.log()), 6)

    def test_what_the_program_holds_back_reaches_the_command(self):
        for number in (signal.SIGINT, signal.SIGPIPE):
            with self.subTest(number=number):
                self.work(f"kill -{number} $$", "exit 0")
                self.refused(says=f"ended by signal {number:d}")

    def test_a_killed_program_takes_the_command_along(self):
        self.work("echo $$ >/run/child", "kill -KILL $PPID", "exec sleep 90")
        self.assertEqual(self.compare().returncode, -signal.SIGKILL)
        child = pathlib.Path("/proc") / self.jail.file("/run/child").read_text().strip()
        for _ in range(50):
            if not child.exists() or "zombie" in (child / "status").read_text():
                return
            time.sleep(0.1)
        self.fail("the command goes on")


class Numbers(Compare):
    def rounds_of(self, got, way, metric):
        return [float(n) for n in got[f"mode_{way}_{metric}_rounds"].split(",")]

    def test_ratios_are_what_python_says(self):
        got = self.measured("--rounds", "6")
        for metric in ("wall", "cpu"):
            wanted = interval(self.rounds_of(got, 1, metric), self.rounds_of(got, 2, metric))
            for key, value in zip(("", "_low", "_high"), wanted):
                self.assertAlmostEqual(float(got[f"mode_2_{metric}_ratio{key}"]) / value, 1, delta=2e-3)

    def test_worse_and_better(self):
        # far apart, as other work of this computer comes between
        self.work("[ $mode = native ] || sleep 0.8", "sleep 0.1")
        got = self.measured("--rounds", "6")
        self.assertEqual(got["mode_2_verdict"], "worse")
        self.assertRegex(got["mode_2_sentence"], r"^flat is worse than native: \d+\.\d+ of its wall time")
        self.assertGreater(float(got["mode_2_wall_ratio_low"]), 1)
        got = self.measured("--rounds", "6", "--modes", "flat,native")
        self.assertEqual(got["mode_2_verdict"], "better")
        self.assertLess(float(got["mode_2_wall_ratio_high"]), 1)

    def test_wall_and_cpu_time_and_switches(self):
        self.work("sleep 0.2")
        got = self.measured("--rounds", "4")
        self.assertEqual(got["counters"], "perf")
        self.assertGreater(float(got["mode_1_wall"]), 0.2)
        self.assertLess(float(got["mode_1_cpu"]), 0.2)
        self.assertGreaterEqual(float(got["mode_1_switches"]), 1)
        self.work("i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done")
        busy = self.measured("--rounds", "4")
        self.assertGreater(float(busy["mode_1_cpu"]), 2 * float(got["mode_1_cpu"]))

    def test_without_perf_the_processes_own_numbers_are_used(self):
        self.work("sleep 0.01")
        got = self.measured("--rounds", "4", before=WITHOUT_PERF)
        self.assertEqual((got["counters"], got["mode_1_migrations"], got["mode_2_migrations_ratio"]),
                         ("rusage", "", ""))
        self.assertGreaterEqual(float(got["mode_1_switches"]), 1)
        self.assertGreater(float(got["mode_1_cpu"]), 0)
        self.assertIn("unknown", self.compare("--rounds", "2", before=WITHOUT_PERF).stdout)

    def stolen(self, steal, busy):
        """Each run adds so many ticks to what the guest did."""
        line = STAT.format(busy="$((busy + %d))" % busy, steal="$((steal + %d))" % steal).strip()
        self.work("read name busy nice system idle iowait irq softirq steal rest </proc/stat",
                  f'echo "{line}" >/proc/stat')
        return self.measured("--rounds", "4")

    def test_steal_is_told(self):
        got = self.stolen(20, 80)
        self.assertEqual(got["steal_percent"], "20.0")
        self.assertIn("steal", got["noise"].split(","))
        self.assertIn("the host is busy", self.compare("--rounds", "4").stdout)

    def test_no_steal_is_not(self):
        got = self.stolen(0, 80)
        self.assertEqual(got["steal_percent"], "0.0")
        self.assertNotIn("steal", got["noise"].split(","))
        self.assertIn("others", got["noise"].split(","))

    def test_a_quiet_guest_has_no_others(self):
        self.assertNotIn("others", self.measured("--rounds", "2")["noise"].split(","))

    def test_domains_that_do_not_differ_are_told(self):
        self.assertIn("same", self.measured("--rounds", "2")["noise"].split(","))
        self.assertNotIn("same", self.measured("--rounds", "2", "--modes", "flat,flat:spread")["noise"].split(","))

    def test_json_is_all_strings(self):
        self.assertTrue(all(isinstance(value, str) for value in self.measured("--rounds", "2").values()))


class Output(Compare):
    def test_csv_has_a_line_for_each_counted_run(self):
        done = self.compare("--csv", "--rounds", "4", "--modes", "native,flat:spread")
        rows = list(csv.DictReader(done.stdout.splitlines()))
        self.assertEqual([(row["round"], row["place"], row["mode"], row["wakeup"]) for row in rows[:4]],
                         [("1", "1", "native", ""), ("1", "2", "flat", "spread"),
                          ("2", "1", "flat", "spread"), ("2", "2", "native", "")])
        self.assertEqual(len(rows), 8)
        self.assertTrue(all(float(row["wall_seconds"]) > 0 for row in rows))

    def test_text_ends_with_one_sentence_for_each_comparison(self):
        text = self.compare("--rounds", "2", "--modes", "native,flat,node").stdout.splitlines()
        for line, name in zip(text[-2:], ("flat", "node")):
            self.assertRegex(line, rf"^({name} is (better|worse) than native|no difference seen between {name} and native): ")

    def test_a_plot(self):
        self.compare("--rounds", "4", "--modes", "native,flat,node", "--plot", "/run/plot.svg",
                     command=["/bin/work", "<&>\"'\x1b[31m"])
        plot = xml.dom.minidom.parse(str(self.jail.file("/run/plot.svg")))
        self.assertEqual(len(plot.getElementsByTagName("circle")), 8)
        self.assertIn("<&>\"'?[31m", plot.getElementsByTagName("text")[0].firstChild.data)

    def test_an_older_plot_is_replaced_when_there_is_a_new_one(self):
        self.jail.write("/run/plot.svg", "old" * 10000)
        self.work("exit 1")
        self.compare("--plot", "/run/plot.svg")
        self.assertEqual(self.jail.file("/run/plot.svg").read_text(), "old" * 10000)
        self.work()
        self.compare("--rounds", "2", "--plot", "/run/plot.svg")
        self.assertNotIn("old", self.jail.file("/run/plot.svg").read_text())

    def test_what_the_command_says_is_not_in_the_report(self):
        self.work("echo said", "echo told >&2")
        done = self.compare("--rounds", "2")
        self.assertNotIn("said", done.stdout + done.stderr)
        self.assertIn("told", done.stderr)
        done = self.compare("--verbose", "--rounds", "2")
        self.assertNotIn("said", done.stdout)
        self.assertIn("said", done.stderr)

    def test_progress_of_a_long_run(self):
        self.work("[ $mode = native ] || sleep 6")
        told = self.compare("--rounds", "2").stderr
        self.assertRegex(told, r"run \d of 6 \(round \d, (native|flat)\), about \d+ s left")

    def test_no_progress_of_a_short_one(self):
        self.assertEqual(len(self.compare("--rounds", "2").stderr.splitlines()), 1)


class Usage(Compare):
    def test_bad_arguments(self):
        for words in (["compare"], ["compare", "--"], ["compare", "/bin/work"], ["compare", "--rounds", "1", "--", "true"],
                      ["compare", "--rounds", "x", "--", "true"], ["compare", "--modes", "native", "--", "true"],
                      ["compare", "--modes", "native,round", "--", "true"], ["compare", "--explain", "--", "true"],
                      ["compare", "--json", "--csv", "--", "true"], ["detect", "--rounds", "3"], ["status", "--csv"],
                      ["status", "--", "true"]):
            with self.subTest(words=words):
                done = self.jail.run(*words)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn("Usage: xen-flat", done.stderr)
        self.assertEqual(self.log(), [])
        self.stand("native")

    def test_options_behind_the_dashes_are_the_commands(self):
        self.work('echo "$@" >/run/arguments')
        self.measured("--rounds", "2", command=["/bin/work", "--json", "--rounds", "x", "--", "-v"])
        self.assertEqual(self.jail.file("/run/arguments").read_text(), "--json --rounds x -- -v\n")

    def test_another_root_is_refused(self):
        done = self.jail.run("--root", "/", "compare", "--", "/bin/work")
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (1, 1))
        self.assertIn("--root", done.stderr)
        self.assertEqual(self.log(), [])


if __name__ == "__main__":
    main()
