#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""apply, verify, status and revert on fake roots: the record, its life and its readers."""

import json
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "lib"))
from taptest import PROGRAM, RootTest, main, parse_keys, schedstat  # noqa: E402

RUN = "/run/xen-flat/decision"
VAR = "/var/lib/xen-flat/decision"
FLAT = (("VCPU", ("0-3",)),)
MODULE = "/lib/modules/6.12.0-test/extra/xen_flat.ko"
KEYS = """schema version time boot_id stage hypervisor role guest_type xen_version cloud container
vcpus_pinned cpus_online cpus_possible cpus_isolated numa_nodes kernel setting setting_source decision
wanted reason method method_reason parameters wakeup taint_before taint_after result topology_source
topology_before topology_after levels_before levels_after error complete""".split()


class Base(RootTest):
    def setUp(self):
        super().setUp()
        self.root.guest()
        self.boot("11111111-2222-3333-4444-555555555555")
        self.root.write("/proc/sys/kernel/tainted", "0\n")

    def boot(self, boot_id):
        self.root.write("/proc/sys/kernel/random/boot_id", boot_id + "\n")

    def record(self, path=RUN):
        return parse_keys(self.root.file(path).read_text())

    def apply(self, *arguments):
        done = self.root.run("apply", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def rewrite(self, **changes):
        """Put other values into the record, as if apply had written them."""
        text = self.root.file(RUN).read_text()
        for key, value in changes.items():
            text = re.sub(f"^{key}=.*$", f"{key}={value}", text, flags=re.M)
        self.root.write(RUN, text)


class Apply(Base):
    def test_record_has_every_key_and_ends_complete(self):
        self.apply()
        self.assertEqual(list(self.record()), KEYS)
        self.assertEqual(self.root.file(RUN).read_text().splitlines()[-1], "complete=yes")

    def test_values(self):
        self.apply("--auto", "--stage", "initramfs")
        record = self.record()
        wanted = {
            "schema": "1", "stage": "initramfs", "decision": "flatten", "reason": "hierarchical",
            "method": "none", "method_reason": "module-missing", "result": "unchanged",
            "levels_before": "MC:0-1|2-3 PKG:0-3", "topology_after": "hierarchical",
            "kernel": "6.12.0-test", "taint_before": "0", "taint_after": "0",
        }
        self.assertEqual({key: record[key] for key in wanted}, wanted)
        self.assertRegex(record["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")

    def test_mode_whatever_the_umask(self):
        subprocess.run(["sh", "-c", f'umask 077; exec "$0" --root {self.root.path} apply',
                        PROGRAM], check=True, capture_output=True)
        self.assertEqual(self.root.file(RUN).stat().st_mode & 0o7777, 0o644)

    def test_no_identity_in_the_record(self):
        self.root.write("/sys/hypervisor/uuid", "11e9634e-ed09-11f1-b3aa-e514a529ab20\n")
        self.root.write("/etc/machine-id", "0123456789abcdef0123456789abcdef\n")
        self.root.write("/proc/cmdline", "root=UUID=cafecafe-0000-4000-8000-123456789abc ip=192.0.2.7\n")
        self.root.write("/proc/sys/kernel/hostname", "guest-host-name\n")
        self.apply()
        text = self.root.file(RUN).read_text()
        for secret in ("11e9634e", "0123456789abcdef", "cafecafe", "192.0.2.7", "guest-host-name"):
            self.assertNotIn(secret, text)

    def test_dry_root_loads_nothing(self):
        self.root.write(MODULE, b"")
        self.apply()
        record = self.record()
        self.assertEqual((record["method"], record["method_reason"], record["result"]),
                         ("module", "dry-root", "unchanged"))

    def test_stage_system_keeps_a_copy_and_initramfs_does_not(self):
        self.apply("--stage", "initramfs")
        self.assertFalse(self.root.file(VAR).exists())
        self.apply("--stage", "system")
        self.assertEqual(self.root.file(VAR).read_bytes(), self.root.file(RUN).read_bytes())

    def test_record_of_the_initramfs_stays(self):
        self.apply("--auto", "--stage", "initramfs")
        before = self.root.file(RUN).read_bytes()
        self.apply("--auto", "--stage", "system")
        self.assertEqual(self.root.file(RUN).read_bytes(), before)
        self.assertEqual(self.record(VAR)["stage"], "initramfs")

    def test_change_makes_a_new_record(self):
        self.apply("--stage", "initramfs")
        self.root.write("/proc/schedstat", schedstat(range(4), FLAT))
        self.apply("--stage", "system")
        self.assertEqual(self.record()["stage"], "system")
        self.assertEqual(self.record()["reason"], "already-flat")

    def test_off_xen_nothing_under_var(self):
        self.root.file("/sys/hypervisor/type").unlink()
        self.apply("--auto")
        self.assertEqual(self.record()["reason"], "not-xen")
        self.assertFalse(self.root.file("/var").exists())

    def test_off_xen_is_silent(self):
        self.root.file("/sys/hypervisor/type").unlink()
        done = self.apply("--auto")
        self.assertEqual(done.stderr + done.stdout, "")

    def test_crash_kernel_is_left_alone(self):
        self.root.write("/proc/vmcore", "")
        done = self.apply("--auto")
        self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertFalse(self.root.file("/run").exists())

    def test_strict_tells_failure(self):
        self.assertEqual(self.root.run("apply", "--strict").returncode, 1)
        self.root.write("/proc/schedstat", schedstat(range(4), FLAT))
        self.assertEqual(self.root.run("apply", "--strict").returncode, 0)

    def test_after_revert_auto_leaves_alone_until_the_next_boot(self):
        self.apply()
        self.rewrite(result="reverted", stage="initramfs")
        self.apply("--auto")
        self.assertEqual(self.record()["result"], "reverted")
        self.boot("99999999-2222-3333-4444-555555555555")
        self.apply("--auto")
        self.assertEqual(self.record()["result"], "unchanged")

    def test_after_revert_a_plain_apply_decides_again(self):
        self.apply()
        self.rewrite(result="reverted")
        self.apply()
        self.assertEqual(self.record()["result"], "unchanged")

    def test_flat_by_us_keeps_its_story(self):
        self.apply()
        self.root.write("/sys/module/xen_flat/parameters/mode", "flat\n")
        self.root.write("/sys/module/xen_flat/parameters/wakeup", "local\n")
        self.rewrite(result="done", topology_after="flat", method="module", method_reason="ok")
        self.root.write("/proc/schedstat", schedstat(range(4), FLAT))
        before = self.root.file(RUN).read_bytes()
        self.apply("--auto")
        self.assertEqual(self.root.file(RUN).read_bytes(), before)

    def test_cpus_that_come_and_go_are_followed(self):
        self.apply()
        self.root.write("/sys/module/xen_flat/parameters/mode", "flat\n")
        self.root.write("/sys/module/xen_flat/parameters/wakeup", "local\n")
        self.rewrite(result="done", topology_after="flat", levels_after="VCPU:0-3", method="module", method_reason="ok")
        before = self.record()
        self.root.cpus("0-1", "0-3")
        self.root.write("/proc/schedstat", schedstat(range(2), (("VCPU", ("0-1",)),)))
        self.apply("--auto")
        self.assertEqual(self.record(), before | {"cpus_online": "0-1", "levels_after": "VCPU:0-1"})

    def test_unwritable_run_ends_well(self):
        self.root.write("/run", "a file, not a folder\n")
        done = self.root.run("apply", "--auto")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(len([l for l in done.stderr.splitlines() if "record" in l]), 1)
        self.assertEqual(self.root.run("apply", "--strict").returncode, 1)

    def test_links_below_run_are_not_followed(self):
        self.root.write("/elsewhere/.keep", "")
        self.root.file("/run").mkdir()
        self.root.file("/run/xen-flat").symlink_to("/elsewhere")
        done = self.apply()
        self.assertFalse(self.root.file("/elsewhere/decision").exists())
        self.assertIn("record", done.stderr)

    def test_link_in_place_of_the_record_is_replaced_not_followed(self):
        self.apply()
        self.root.write("/victim", "precious\n")
        self.root.file(RUN).unlink()
        self.root.file(RUN).symlink_to("/victim")
        self.apply()
        self.assertEqual(self.root.file("/victim").read_text(), "precious\n")
        self.assertFalse(self.root.file(RUN).is_symlink())


class Readers(Base):
    """verify and status: exit 0 as decided, 1 not, 3 no or unusable record."""

    def codes(self, code, words=None):
        for command in ("verify", "status"):
            with self.subTest(command):
                done = self.root.run(command)
                self.assertEqual(done.returncode, code, done.stderr)
                if words:
                    self.assertIn(words, done.stderr)

    def flat_record(self):
        self.apply()
        self.rewrite(result="done", topology_after="flat", method="module", method_reason="ok")

    def test_no_record(self):
        self.codes(3, "no record")

    def test_as_decided(self):
        self.flat_record()
        self.root.write("/proc/schedstat", schedstat(range(4), FLAT))
        self.codes(0)

    def test_not_as_decided(self):
        self.flat_record()
        self.codes(1)

    def test_kept_is_as_decided(self):
        self.root.write("/sys/class/dmi/id/bios_version", "4.2.amazon\n")
        self.apply()
        self.codes(0)

    def test_verify_updates_the_record(self):
        self.flat_record()
        self.root.run("verify")
        self.assertEqual((self.record()["result"], self.record()["topology_after"]), ("failed", "hierarchical"))
        self.root.write("/proc/schedstat", schedstat(range(4), FLAT))
        self.root.run("verify")
        self.assertEqual((self.record()["result"], self.record()["topology_after"]), ("done", "flat"))

    def test_status_changes_nothing(self):
        self.flat_record()
        before = self.root.file(RUN).read_bytes()
        self.root.run("status")
        self.assertEqual(self.root.file(RUN).read_bytes(), before)

    def test_truncated_anywhere(self):
        self.apply()
        text = self.root.file(RUN).read_bytes()
        for length in range(0, len(text) - 1, 7):
            self.root.write(RUN, text[:length])
            with self.subTest(length):
                self.assertEqual(self.root.run("status").returncode, 3)

    def test_foreign(self):
        for text in (b"\0\1\2\3", b"hello\n", b"complete=yes\n", b"a=b\ncomplete=yes\n", b"x" * 3000000,
                     b"schema=1\na='unterminated\ncomplete=yes\n", b"schema=1\na=$(id)\ncomplete=yes\n"):
            self.root.write(RUN, text)
            with self.subTest(text[:20]):
                self.codes(3)

    def test_other_schema(self):
        self.apply()
        self.rewrite(schema="2")
        self.codes(3, "schema")

    def test_record_of_an_earlier_boot(self):
        self.apply("--stage", "system")
        self.root.file(RUN).unlink()
        self.boot("99999999-2222-3333-4444-555555555555")
        self.codes(3)
        self.assertIn("decision=flatten", self.root.run("status").stdout)

    def test_revert(self):
        self.flat_record()
        self.assertEqual(self.root.run("revert").returncode, 0)
        self.assertEqual(self.record()["result"], "reverted")

    def test_revert_off_xen(self):
        self.root.file("/sys/hypervisor/type").unlink()
        self.assertEqual(self.root.run("revert").returncode, 0)


class Output(Base):
    def test_json_is_json_with_the_same_keys(self):
        self.root.write("/proc/sys/kernel/osrelease", b'6 "\\ \x01\xff\xc3\x28 \xe2\x82\xac \'q\n')
        self.root.write("/sys/hypervisor/version/major", "4\n").write("/sys/hypervisor/version/minor", "20\n")
        self.root.write("/sys/hypervisor/version/extra", b"-\x80\"'\n")
        self.apply()
        for command in ("detect", "decide", "topology", "status"):
            with self.subTest(command):
                output = self.root.run("--json", command).stdout
                pairs = json.loads(output)
                self.assertTrue(all(isinstance(value, str) for value in pairs.values()))
                if command != "topology":
                    self.assertEqual(pairs, parse_keys(self.root.run(command).stdout))

    def test_quoting(self):
        self.root.write("/proc/sys/kernel/osrelease", "it's 6.12\n")
        self.assertIn("kernel='it'\\''s 6.12'\n", self.root.run("decide").stdout)
        self.root.write("/proc/sys/kernel/osrelease", "6.12.0-amd64_x+y@z,%:\n")
        self.assertIn("kernel=6.12.0-amd64_x+y@z,%:\n", self.root.run("decide").stdout)

    def test_record_is_shell_readable(self):
        self.apply()
        script = f'. {self.root.file(RUN)} && printf %s "$levels_before"'
        done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, "MC:0-1|2-3 PKG:0-3")

    def guest_of_128(self):
        smt = tuple(f"{2 * i}-{2 * i + 1}" for i in range(64))
        mc = tuple(f"{16 * i}-{16 * i + 15}" for i in range(8))
        self.root.guest((("SMT", smt), ("MC", mc), ("PKG", ("0-63", "64-127")), ("NUMA", ("0-127",))), "0-127")

    def test_trees_side_by_side_in_80_columns(self):
        self.guest_of_128()
        self.apply()
        self.root.write("/proc/schedstat", schedstat(range(128), (("VCPU", ("0-127",)),)))
        for locale in ("C", "C.UTF-8"):
            lines = self.root.run("status", env={"LC_ALL": locale}).stdout.split("\n\n", 1)[1].splitlines()
            self.assertLessEqual(max(map(len, lines)), 80)
            self.assertLess(len(lines), 60)
            self.assertRegex(lines[1], r"^NUMA 0-127 +VCPU 0-127$")
            self.assertTrue(any("64-127" in line for line in lines))
        self.assertNotIn("\033", "".join(lines))

    def test_scrambled_groups_do_not_break_the_width(self):
        groups = tuple(",".join(str(cpu) for cpu in range(start, 128, 4)) for start in range(4))
        self.root.guest((("MC", groups), ("PKG", ("0-127",))), "0-127")
        lines = self.root.run("topology").stdout.splitlines()
        self.assertLessEqual(max(map(len, lines)), 80)

    def test_no_colour_without_a_terminal_and_colour_on_one(self):
        self.apply()
        self.assertNotIn("\033", self.root.run("status").stdout)
        command = f"{PROGRAM} --root {self.root.path} status"
        done = subprocess.run(["script", "-qec", command, "/dev/null"], capture_output=True, text=True,
                              check=False, env={"TERM": "xterm", "PATH": "/usr/bin:/bin"})
        self.assertIn("\033[1m", done.stdout)


class Arguments(Base):
    def code(self, code, *arguments):
        done = self.root.run(*arguments)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def test_usage_errors(self):
        for arguments in ((), ("frobnicate",), ("--frob", "detect"), ("detect", "extra"), ("detect", "--strict"),
                          ("apply", "--stage", "moon"), ("apply", "--stage"), ("decide", "--auto")):
            with self.subTest(arguments):
                self.assertIn("Usage:", self.code(2, *arguments).stderr)

    def test_options_before_and_behind_the_command(self):
        self.assertEqual(self.code(0, "--json", "detect").stdout, self.code(0, "detect", "--json").stdout)

    def test_help_names_every_command(self):
        text = self.code(0, "--help").stdout
        for command in "detect topology decide apply verify status revert".split():
            self.assertIn(command, text)

    def test_missing_root(self):
        done = subprocess.run([PROGRAM, "--root", "/no/such", "detect"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(len(done.stderr.splitlines()), 1)

    def paths_of(self, *arguments):
        """Absolute paths in the system calls of a run."""
        done = subprocess.run(["strace", "-f", "-e", "trace=%file,%process", PROGRAM, *arguments],
                              capture_output=True, text=True, check=False)
        return set(re.findall(r'"(/[^"]*)"', done.stderr))

    def test_nothing_outside_of_the_root_is_touched(self):
        start = self.paths_of("--version")  # the dynamic linker's, and a sanitizer's where there is one
        self.assertTrue(any("libc.so" in path for path in start), "the trace shows nothing")
        for command in "detect topology decide apply verify status revert".split():
            touched = self.paths_of("--root", str(self.root.path), command)
            self.assertIn(str(self.root.path), touched)
            self.assertEqual(touched - start, {str(self.root.path)})

    def test_full_stdout_is_a_failure(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            done = subprocess.run([PROGRAM, "--root", str(self.root.path), "detect"],
                                  stdout=full, stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    main()
