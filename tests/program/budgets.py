#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What a run costs, in instructions under callgrind and in peak memory; never in time."""

import pathlib
import re
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "lib"))
from taptest import PROGRAM, RootTest, main, mask  # noqa: E402

DETECT_VIRT = ["systemd-detect-virt", "--vm"]


def instructions(command):
    """Instructions of a whole process and all that it starts, dynamic linking included."""
    done = subprocess.run(["valgrind", "--tool=callgrind", "--trace-children=yes", "--callgrind-out-file=/dev/null", *command],
                          capture_output=True, text=True, check=False)
    counts = re.findall(r"refs:\s+([\d,]+)", done.stderr)
    assert counts, done.stderr
    return sum(int(count.replace(",", "")) for count in counts)


def peak_kib(command):
    """Peak resident set of a process, in KiB. Not by fork: a child inherits its parent's peak."""
    done = subprocess.run(["/usr/bin/time", "-f", "%M", *command], capture_output=True, text=True, check=True)
    return int(done.stderr.splitlines()[-1])


def large_schedstat(cpus, file):
    """Three levels over very many CPUs, threads far apart, without building it all in memory."""
    half = cpus // 2
    threads = [mask([i, i + half], cpus) for i in range(half)]
    cores = [mask([*range(i, i + 8), *range(i + half, i + half + 8)], cpus) for i in range(0, half, 8)]
    package = mask(range(cpus), cpus)
    counters = " 0" * 36
    file.write("version 16\ntimestamp 4294937296\n")
    for cpu in range(cpus):
        at = cpu % half
        file.write(f"cpu{cpu} 0 0 0 0 0 0 123456789 123456789 123\n")
        for level, span in enumerate((threads[at], cores[at // 8], package)):
            file.write(f"domain{level} {span}{counters}\n")


def deciding_about(root, cpus):
    """The command, on a guest of that many CPUs."""
    root.xen().cpus(f"0-{cpus - 1}").write("/proc/schedstat", "")
    with root.file("/proc/schedstat").open("w", encoding="ascii") as file:
        large_schedstat(cpus, file)
    return [PROGRAM, "--root", str(root.path), "decide"]


@unittest.skipUnless(shutil.which("valgrind"), "valgrind is not installed")
class Instructions(RootTest):
    def per_byte(self, cpus):
        command = deciding_about(self.root, cpus)
        return instructions(command) / self.root.file("/proc/schedstat").stat().st_size

    def test_detect_off_xen_costs_a_twentieth_of_systemd_detect_virt(self):
        ours, theirs = instructions([PROGRAM, "detect"]), instructions(DETECT_VIRT)
        print(f"# detect {ours}, systemd-detect-virt {theirs}, ratio {ours / theirs:.3f}")
        self.assertLessEqual(ours * 20, theirs)

    def test_detect_on_xen_costs_a_tenth(self):
        self.root.guest().write("/sys/hypervisor/version/major", "4\n")
        ours = instructions([PROGRAM, "--root", str(self.root.path), "detect"])
        theirs = instructions(DETECT_VIRT)
        print(f"# detect {ours}, systemd-detect-virt {theirs}, ratio {ours / theirs:.3f}")
        self.assertLessEqual(ours * 10, theirs)

    def test_apply_off_xen_opens_no_library(self):
        done = subprocess.run(["strace", "-f", "-e", "trace=openat,execve", PROGRAM, "--root",
                               str(self.root.path), "apply", "--auto"],
                              capture_output=True, text=True, check=True)
        opened = re.findall(r'openat\([^"]*"([^"]*\.so[^"]*)"', done.stderr)
        self.assertTrue(opened, "the trace shows no library at all, so it shows nothing")
        self.assertEqual([name for name in opened if "libc.so" not in name and "ld.so" not in name], [])

    def test_decide_is_linear_in_its_input(self):
        small, large = self.per_byte(1024), self.per_byte(8192)
        print(f"# instructions per byte: {small:.2f} at 1024 CPUs, {large:.2f} at 8192")
        self.assertLessEqual(large, 1.15 * small)

    def test_decide_memory_on_8192_cpus(self):
        command = deciding_about(self.root, 8192)
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        self.assertIn("topology=hierarchical", done.stdout)
        peak = peak_kib(command)
        print(f"# peak resident set {peak} KiB")
        self.assertLess(peak, 8 * 1024)


if __name__ == "__main__":
    main()
