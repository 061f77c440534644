#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Bad input: one clear line on stderr, the safe decision, no crash, no hang."""

import os
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "lib"))
from taptest import RootTest, main, schedstat  # noqa: E402

SCHEDSTAT = "/proc/schedstat"
ONLINE = "/sys/devices/system/cpu/online"


class Hostile(RootTest):
    def setUp(self):
        super().setUp()
        self.root.guest()

    def decide(self, lines):
        """Ends in time, with exit code 0, and so many lines on stderr."""
        done = self.root.run("decide", timeout=20)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), lines, done.stderr)
        return self.root.keys("decide")

    def kept(self, lines=1):
        got = self.decide(lines)
        self.assertEqual((got["decision"], got["topology"]), ("keep", "unknown"))

    def replace_by_link(self, path, target):
        self.root.file(path).unlink()
        self.root.file(path).symlink_to(target)

    def test_the_same_guest_unharmed_is_flattened(self):
        self.assertEqual(self.decide(0)["decision"], "flatten")

    def test_schedstat_empty(self):
        self.root.write(SCHEDSTAT, "")
        self.kept()

    def test_schedstat_binary(self):
        rng = random.Random(1)
        for head in (b"", b"version 17\n", b"version 17\ncpu0 0\ndomain0 MC "):
            self.root.write(SCHEDSTAT, head + rng.randbytes(100000))
            self.kept()

    def test_schedstat_nul_bytes(self):
        self.root.write(SCHEDSTAT, b"version 17\n" + b"\0" * 100000)
        self.kept()

    def test_schedstat_version_not_known(self):
        for version in ("99", "14", "18", "-1", "99999999999999999999", "", "x"):
            with self.subTest(version):
                text = self.root.file(SCHEDSTAT)
                text.write_text(schedstat(range(4), (("PKG", ("0-3",)),)).replace("version 17", f"version {version}"))
                self.kept()

    def test_schedstat_huge_line(self):
        self.root.write(SCHEDSTAT, "version 17\n" + "a" * 10_000_000)
        self.kept()

    def test_schedstat_sparse_and_huge(self):
        with self.root.file(SCHEDSTAT).open("r+b") as file:
            file.truncate(1 << 40)
        self.kept()

    def test_schedstat_endless_lines(self):
        self.root.write(SCHEDSTAT, "version 17\n" + "timestamp 1\n" * 2_000_000)
        self.kept()

    def test_schedstat_device_fifo_folder_and_cycle(self):
        file = self.root.file(SCHEDSTAT)
        self.root.file(SCHEDSTAT).unlink()
        os.mkfifo(file)
        self.kept()
        file.unlink()
        file.mkdir()
        self.kept()
        file.rmdir()
        file.symlink_to("schedstat")
        self.kept()
        file.unlink()
        if os.geteuid() == 0:
            os.mknod(file, 0o20666, os.makedev(1, 5))  # like /dev/zero
            self.kept()

    def test_links_do_not_lead_out_of_the_root(self):
        outside = self.root.path.with_name(self.root.path.name + "-outside")
        outside.write_text(schedstat(range(4), (("PKG", ("0-3",)),)))
        self.addCleanup(outside.unlink)
        self.replace_by_link(SCHEDSTAT, outside)
        self.assertEqual(self.root.keys("decide")["topology"], "unknown")
        self.replace_by_link(SCHEDSTAT, "../../../../../../.." + str(outside))
        self.assertEqual(self.root.keys("decide")["topology"], "unknown")

    def test_links_inside_the_root_work(self):
        self.root.write("/data/stat", schedstat(range(4), (("PKG", ("0-3",)),)))
        self.replace_by_link(SCHEDSTAT, "/data/stat")
        self.assertEqual(self.root.keys("decide")["topology"], "flat")

    def test_masks_out_of_range(self):
        for mask in ("f" * 9, "f,f", "0000000f,", ",f", "g", "", "0x3", "f" * 2400,
                     ",".join(["ffffffff"] * 257), ",".join(["00000000"] * 300) + ",0000000f"):
            with self.subTest(mask[:20]):
                text = schedstat(range(4), (("PKG", ("0-3",)),)).replace("PKG f", f"PKG {mask}")
                self.root.write(SCHEDSTAT, text)
                got = self.root.run("decide", timeout=20)
                self.assertEqual(got.returncode, 0)
                self.assertIn("decision=keep", got.stdout)

    def test_domain_over_no_cpu(self):
        self.root.write(SCHEDSTAT, schedstat(range(4), (("PKG", ("0-3",)),)).replace("PKG f", "PKG 0"))
        self.kept()

    def test_cpu_numbers_out_of_range(self):
        for number in ("8192", "-1", "99999999999999999999", "x", ""):
            with self.subTest(number):
                text = schedstat(range(4), (("PKG", ("0-3",)),)).replace("cpu3", f"cpu{number}")
                self.root.write(SCHEDSTAT, text)
                self.kept()

    def test_too_many_levels_and_names(self):
        lines = ["version 17", "cpu0 0"] + [f"domain{i} L{i} f 0" for i in range(100)]
        self.root.write(SCHEDSTAT, "\n".join(lines) + "\n")
        self.kept()

    def test_names_no_kernel_gives(self):
        for name in ("A" * 16, "\033[2J", "$(id)", "%s%n"):
            with self.subTest(name):
                self.root.write(SCHEDSTAT, schedstat(range(4), ((name, ("0-3",)),)))
                self.kept()

    def test_cpu_lists(self):
        for text in ("9999999", "0-", "3-0", "a", "0,,1", "0 1", "-3", b"0-3\0", "0-3\n\n0-3", "1" * 70000):
            with self.subTest(text[:20]):
                self.root.write(ONLINE, text)
                done = self.root.run("decide", timeout=20)
                self.assertEqual(done.returncode, 0)
                self.assertGreaterEqual(len(done.stderr.splitlines()), 1)

    def test_features_garbage(self):
        self.root.file("/sys/hypervisor/guest_type").unlink()
        for text in ("", "zz", "fffffffffffffffffffff", "-1", "00012305 junk", b"\xff\xfe"):
            with self.subTest(text):
                self.root.write("/sys/hypervisor/properties/features", text)
                got = self.root.keys("decide")
                self.assertEqual((got["hypervisor"], got["role"], got["guest_type"]), ("xen", "domU", "unknown"))

    def test_hypervisor_type_huge(self):
        self.root.write("/sys/hypervisor/type", "x" * 5_000_000)
        self.assertEqual(self.decide(1)["hypervisor"], "none")

    def test_config_binary_huge_and_folder(self):
        path = "/etc/xen-flat.conf"
        self.root.write(path, random.Random(2).randbytes(5_000_000))
        done = self.root.run("decide", timeout=20)
        self.assertEqual(done.returncode, 0)
        self.assertLess(len(done.stderr.splitlines()), 10)
        self.root.file(path).unlink()
        self.root.file(path).mkdir()
        self.assertEqual(self.decide(1)["setting"], "auto")

    def test_config_of_very_many_lines(self):
        self.root.write("/etc/xen-flat.conf", "# x\n" * 1_000_000)
        self.assertEqual(self.decide(1)["setting"], "auto")

    def test_messages_hold_no_control_characters(self):
        self.root.write("/etc/xen-flat.conf", b"top\033[31mology = \x9b31m\x00\r\n\033]0;x\x07 = \xc2\x9b\n")
        stderr = self.root.run("decide").stderr
        self.assertFalse([c for c in stderr if ord(c) < 32 and c != "\n" or 0x7F <= ord(c) < 0xA0])

    def test_cmdline_huge(self):
        self.root.write("/proc/cmdline", "a=b " * 1_000_000)
        self.assertEqual(self.decide(1)["setting"], "auto")

    def test_cpuid_file_garbage(self):
        self.root.file("/sys/hypervisor/type").unlink()
        for text in (b"\xff" * 1000, b"0x40000000", b"0x40000000 ", b"0x3fffffff XenVMMXenVMM\n",
                     b"40000100 XenVMMXenVMMextra\n", b"junk XenVMMXenVMM\n" * 1000):
            self.root.write("/cpuid-hv.txt", text)
            with self.subTest(text[:20]):
                self.assertEqual(self.root.run("decide").returncode, 0)

    def test_module_lists_garbage(self):
        rng = random.Random(3)
        self.root.write("/lib/modules/6.12.0-test/modules.dep", rng.randbytes(200000))
        self.root.write("/etc/modprobe.d/x.conf", rng.randbytes(200000))
        self.assertEqual(self.decide(0)["method_reason"], "module-missing")

    def test_release_that_is_a_path(self):
        self.root.write("/proc/sys/kernel/osrelease", "../../../etc\n")
        self.assertEqual(self.decide(0)["method_reason"], "module-missing")

    def test_every_file_a_folder(self):
        for path in list(self.root.path.rglob("*")):
            if path.is_file():
                path.unlink()
                path.mkdir()
        done = self.root.run("decide", timeout=20)
        self.assertEqual(done.returncode, 0)
        self.assertIn("decision=keep", done.stdout)

    def test_nothing_at_all(self):
        for path in sorted(self.root.path.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        self.assertEqual(self.decide(0)["reason"], "not-xen")


if __name__ == "__main__":
    main()
