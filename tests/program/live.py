#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The program on what it takes for the live system (tests/lib/jail.py): the kernel's switches, a module that does not load,
the boot loader's tools, udev. Whether a kernel then does what it is told is for the guests in tests/vm."""

import os
import pathlib
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "lib"))
from jail import Jail  # noqa: E402
from taptest import main, parse_keys, schedstat  # noqa: E402

RUN = "/run/xen-flat/decision"
SWITCH, WAKEUP = "/sys/module/xen/parameters/topology", "/sys/module/xen/parameters/wakeup"
MODE, MODULE_WAKEUP = "/sys/module/xen_flat/parameters/mode", "/sys/module/xen_flat/parameters/wakeup"
FLAT = (("VCPU", ("0-3",)),)
GRUB, COPY = "/boot/grub/grub.cfg", "/boot/grub/grub.cfg.xen-flat"
DROP_IN = "/etc/default/grub.d/60-xen-flat.cfg"
UPDATE_GRUB = "/usr/sbin/update-grub"


class Live(unittest.TestCase):
    def setUp(self):
        if os.geteuid() != 0:
            self.skipTest("takes root to change the root folder")
        self.jail = Jail()
        self.addCleanup(self.jail.remove)

    def text(self, path):
        return self.jail.file(path).read_text()

    def exits(self, code, *command, says=None):
        done = self.jail.run(*command)
        self.assertEqual(done.returncode, code, done.stderr)
        if says:
            self.assertRegex(done.stderr, says)
        return done

    def recorded(self, **wanted):
        got = parse_keys(self.text(RUN))
        self.assertEqual({key: got.get(key) for key in wanted}, wanted)
        return got

    def domains(self, levels):
        self.jail.write("/proc/schedstat", schedstat(range(4), levels))


class Switch(Live):
    """A kernel with xen.topology=."""

    def setUp(self):
        super().setUp()
        self.jail.write(SWITCH, "native\n").write(WAKEUP, "local\n")

    def test_it_is_written_and_the_domains_are_looked_at(self):
        self.jail.write("/etc/xen-flat.conf", "wakeup = spread\n")
        self.exits(0, "apply")
        self.assertTrue(self.text(SWITCH).startswith("flat\n"))
        self.assertEqual(self.text(WAKEUP), "spread\n")
        self.recorded(method="builtin", result="failed", error="the domains are hierarchical after switching")
        self.exits(1, "apply", "--strict")

    def test_node(self):
        self.jail.write("/etc/xen-flat.conf", "topology = node\n")
        self.exits(0, "apply")
        self.assertTrue(self.text(SWITCH).startswith("node\n"))

    def test_a_switch_that_takes_no_word_is_given_up(self):
        self.jail.file(SWITCH).unlink()
        self.jail.file(SWITCH).mkdir()
        self.exits(0, "apply", says="Is a directory")
        self.recorded(method="none", method_reason="module-missing", result="failed")

    def test_wakeups_that_cannot_be_switched_are_no_failure_of_flat(self):
        self.jail.file(WAKEUP).unlink()
        self.jail.file(WAKEUP).mkdir()
        self.exits(0, "apply", says="wakeup: Is a directory")
        self.recorded(method="builtin")

    def test_wakeups_follow_the_setting_once_flat(self):
        self.jail.write(SWITCH, "flat\n")
        self.domains(FLAT)
        self.jail.write("/etc/xen-flat.conf", "wakeup = spread\n")
        self.exits(0, "apply")
        self.assertEqual(self.text(WAKEUP), "spread\n")
        self.recorded(decision="keep", reason="already-flat", result="done")

    def test_native_is_written_when_the_admin_wants_it(self):
        self.jail.write(SWITCH, "flat\n").write("/proc/cmdline", "xen_flat=off\n")
        self.domains(FLAT)
        self.exits(0, "apply")
        self.assertTrue(self.text(SWITCH).startswith("native\n"))
        self.recorded(reason="admin-native", result="done")

    def test_revert(self):
        self.exits(0, "apply")
        self.jail.write(SWITCH, "flat\n")
        self.exits(0, "revert")
        self.assertTrue(self.text(SWITCH).startswith("native\n"))
        self.recorded(result="reverted")
        self.jail.write(SWITCH, "native\n")
        self.exits(0, "apply", "--auto")
        self.assertEqual(self.text(SWITCH), "native\n")
        self.exits(0, "apply")
        self.assertTrue(self.text(SWITCH).startswith("flat\n"))

    def test_revert_without_a_record(self):
        self.exits(0, "revert")
        self.assertFalse(self.jail.file(RUN).exists())


class Module(Live):
    def test_one_that_is_none(self):
        self.jail.module()
        self.exits(0, "apply")
        got = self.recorded(method="none", method_reason="module-failed", result="failed")
        self.assertRegex(got["error"], r"/extra/xen_flat\.ko: ")
        self.exits(1, "apply", "--strict")

    def lockdown_of_this_machine(self):
        """By a mount of our own; the program has to find it without one."""
        folder = self.jail.file("/securityfs")
        folder.mkdir()
        mounted = subprocess.run(["mount", "-t", "securityfs", "securityfs", folder], capture_output=True, check=False)
        if mounted.returncode != 0:
            self.skipTest("this kernel has no securityfs")
        try:
            return (folder / "lockdown").read_text() if (folder / "lockdown").exists() else "[none]"
        finally:
            subprocess.run(["umount", folder], check=True)

    def test_lockdown_is_read_where_securityfs_is_not_mounted(self):
        lockdown = self.lockdown_of_this_machine()
        self.jail.module()
        self.jail.file("/sys/kernel/security/lockdown").unlink()
        self.exits(0, "apply")
        self.recorded(method_reason="module-failed" if "[none]" in lockdown else "module-lockdown")

    def test_loaded_already_as_one_that_is_built_in_is(self):
        self.jail.write(MODE, "native\n").write(MODULE_WAKEUP, "spread\n")
        self.exits(0, "apply")
        self.assertEqual(self.text(MODULE_WAKEUP), "local\n\n")
        self.assertTrue(self.text(MODE).startswith("flat\n"))
        self.recorded(method="module", result="failed", error="the domains are hierarchical after switching")

    def test_loaded_already_and_not_to_be_switched(self):
        self.jail.write(MODE, "native\n").write(MODULE_WAKEUP, "spread\n")
        self.jail.file(MODULE_WAKEUP).unlink()
        self.jail.file(MODULE_WAKEUP).mkdir()
        self.jail.write("/etc/xen-flat.conf", "wakeup = spread\n")
        self.exits(0, "apply")
        self.recorded(method="none", method_reason="module-failed", result="failed")
        self.assertEqual(self.text(MODE), "native\n")

    def test_going_native_when_it_cannot_be_unloaded(self):
        self.jail.write(MODE, "flat\n").write(MODULE_WAKEUP, "local\n")
        self.domains(FLAT)
        self.exits(1, "revert", says="xen_flat: ")
        self.assertEqual(self.text(MODE), "native\n")

    def test_off_xen_nothing_is_reverted(self):
        for path in ("type", "guest_type", "properties/features"):
            self.jail.file("/sys/hypervisor/" + path).unlink()
        self.exits(0, "revert")

    def test_flat_by_the_module_with_its_story(self):
        """The record of the initramfs tells how the flat domains came about; a later apply leaves it."""
        self.jail.module()
        self.exits(0, "apply", "--stage", "initramfs")
        text = self.text(RUN).replace("result=failed", "result=done").replace("topology_after=hierarchical", "topology_after=flat")
        self.jail.write(RUN, text.replace("method=none", "method=module"))
        self.jail.write(MODE, "flat\n").write(MODULE_WAKEUP, "local\n")
        self.domains(FLAT)
        self.exits(0, "apply", "--auto")
        self.recorded(stage="initramfs", decision="flatten", method="module", result="done")
        self.exits(0, "verify")
        self.domains((("MC", ("0-1", "2-3")), ("PKG", ("0-3",))))
        self.exits(1, "verify", says="not as decided")
        self.recorded(result="failed")


class Boot(Live):
    def test_crash_kernel(self):
        self.jail.write("/proc/vmcore", "")
        self.exits(0, "apply", says="crash kernel")
        self.assertFalse(self.jail.file(RUN).exists())

    def test_udev_that_is_busy_is_waited_for_but_not_for_long(self):
        self.jail.write("/run/udev/control", "").write("/run/udev/queue", "")
        start = time.monotonic()
        self.exits(0, "apply", "--auto", "--stage", "system")
        self.assertGreater(time.monotonic() - start, 2.5)
        self.assertLess(time.monotonic() - start, 15)
        self.recorded(result="unchanged")

    def test_a_dom0_whose_driver_is_no_driver(self):
        self.jail.write("/sys/hypervisor/properties/features", "000228f0\n").write("/dev/xen/privcmd", "")
        self.exits(0, "apply")
        self.recorded(role="dom0", vcpus_pinned="unknown", decision="keep", reason="dom0")

    def test_a_dom0_without_the_driver(self):
        self.jail.write("/sys/hypervisor/properties/features", "000228f0\n")
        self.exits(0, "apply")
        self.recorded(role="dom0", vcpus_pinned="unknown")

    def test_witnesses_with_udev(self):
        self.assertIn("witness_1_sysfs_type=xen", self.exits(0, "--verbose", "detect").stdout)

    def test_processor_is_asked_where_the_kernel_is_silent(self):
        for path in ("type", "guest_type", "properties/features"):
            self.jail.file("/sys/hypervisor/" + path).unlink()
        done = self.exits(0, "--verbose", "detect")
        self.assertRegex(done.stdout, "hypervisor=(none|other|xen)\n")

    def test_output_that_does_not_arrive(self):
        full = self.jail.file("/full")
        os.mknod(full, 0o20666, os.makedev(1, 7))
        with full.open("w") as out:
            done = subprocess.run(self.jail.command("decide"), stdout=out, check=False)
        self.assertEqual(done.returncode, 1)


class UpdateGrub(Live):
    def setUp(self):
        super().setUp()
        self.jail.grub()
        self.before = self.text(GRUB)

    def is_set(self, wanted):
        self.assertEqual(self.jail.file(DROP_IN).exists(), wanted)
        self.assertEqual("numa=off" in self.text(GRUB), wanted)
        self.assertFalse(self.jail.file(COPY).exists())

    def test_there_and_back(self):
        self.exits(0, "bootparams", "apply")
        self.is_set(True)
        self.exits(0, "bootparams", "apply", says="is set already")
        self.exits(0, "bootparams", "remove")
        self.is_set(False)
        self.assertEqual(self.text(GRUB), self.before)

    def test_the_record_follows(self):
        self.exits(0, "apply")
        self.recorded(method="parameters", result="unchanged")
        self.exits(0, "bootparams", "apply")
        self.recorded(result="pending-reboot")
        self.exits(0, "bootparams", "remove")
        self.recorded(result="unchanged")

    def test_set_but_not_in_force_after_a_boot(self):
        self.exits(0, "bootparams", "apply")
        self.jail.write("/proc/sys/kernel/random/boot_id", "22222222-2222-3333-4444-555555555555\n")
        self.exits(0, "apply")
        self.recorded(error="numa=off is set, but the kernel was not started with it")

    def rolled_back(self, says):
        done = self.exits(1, "bootparams", "apply", says=says)
        self.assertIn("the old state is put back", done.stderr)
        self.is_set(False)
        self.assertEqual(self.text(GRUB), self.before)

    def test_a_tool_that_fails(self):
        self.jail.script(UPDATE_GRUB, "echo half >/boot/grub/grub.cfg", "echo x >/boot/grub/grub.cfg.new", "echo; echo out of luck >&2",
                         "exit 1")
        self.rolled_back("out of luck")
        self.assertFalse(self.jail.file(GRUB + ".new").exists())

    def test_a_tool_that_says_nothing(self):
        self.jail.script(UPDATE_GRUB, "exit 1")
        self.rolled_back("failed: Input/output error")

    def test_a_tool_that_is_killed(self):
        self.jail.script(UPDATE_GRUB, "kill -9 $$")
        self.rolled_back("failed")

    def test_a_tool_that_reaches_nothing(self):
        self.jail.script(UPDATE_GRUB, "exit 0")
        self.rolled_back("did not reach")

    def test_an_older_drop_in_is_put_back(self):
        self.exits(0, "bootparams", "apply")
        before = self.text(DROP_IN), self.text(GRUB)
        self.jail.script(UPDATE_GRUB, "exit 1")
        self.exits(1, "bootparams", "remove")
        self.assertEqual((self.text(DROP_IN), self.text(GRUB)), before)

    def test_a_tool_that_cannot_be_run(self):
        self.jail.file(UPDATE_GRUB).chmod(0o644)
        self.exits(1, "bootparams", "apply", says="cannot be run, nothing is changed")
        self.is_set(False)
        self.jail.script(UPDATE_GRUB, "exit 0")
        self.jail.write(UPDATE_GRUB, "#!/no/such/shell\n")
        self.exits(1, "bootparams", "apply", says="the old state is put back")
        self.is_set(False)

    def test_an_edited_drop_in(self):
        self.exits(0, "bootparams", "apply")
        self.jail.write(DROP_IN, self.text(DROP_IN) + "X=1\n")
        self.exits(1, "bootparams", "remove", says="edited by hand")
        self.assertIn("X=1", self.text(DROP_IN))

    def test_a_grub_cfg_that_cannot_be_copied(self):
        self.jail.write(GRUB, self.before + "#" * (5 << 20))
        self.exits(0, "bootparams", "apply", says="loader")
        self.assertFalse(self.jail.file(DROP_IN).exists())


class OtherTools(Live):
    """grubby and update-bootloader, stand-ins that log how they were run."""

    def setUp(self):
        super().setUp()
        self.jail.grub()
        for path in (UPDATE_GRUB, "/etc/debian_version", GRUB):
            self.jail.file(path).unlink()
        self.jail.write("/boot/grub2/grub.cfg", "x\n")

    def tool(self, name, fails_at="-"):
        self.jail.script("/usr/sbin/" + name, f'echo "$@" >>/run/{name}', f'case "$*" in *{fails_at}*) exit 1 ;; esac')

    def ran(self, name, *lines):
        self.assertEqual(self.text("/run/" + name).splitlines(), list(lines))
        self.jail.file("/run/" + name).unlink()

    def test_grubby(self):
        self.tool("grubby", "nothing")
        self.jail.write("/etc/kernel/cmdline", "root=/dev/xvda1 ro\n")
        self.exits(0, "bootparams", "apply")
        self.ran("grubby", "--update-kernel=ALL --args=numa=off")
        self.assertEqual(self.text("/etc/kernel/cmdline"), "root=/dev/xvda1 ro numa=off\n")
        self.exits(0, "bootparams", "remove")
        self.ran("grubby", "--update-kernel=ALL --remove-args=numa=off")
        self.assertEqual(self.text("/etc/kernel/cmdline"), "root=/dev/xvda1 ro\n")

    def test_grubby_fails(self):
        self.tool("grubby", "--args")
        self.exits(1, "bootparams", "apply", says="grubby failed.*the old state is put back")
        self.ran("grubby", "--update-kernel=ALL --args=numa=off", "--update-kernel=ALL --remove-args=numa=off")
        self.assertFalse(self.jail.file("/var/lib/xen-flat/bootparams").exists())

    def test_kernel_cmdline_that_cannot_be_changed(self):
        self.tool("grubby", "nothing")
        self.jail.write("/etc/kernel/cmdline", "x" * 70000)
        self.exits(1, "bootparams", "apply", says="/etc/kernel/cmdline: File too large")

    def test_update_bootloader(self):
        self.tool("update-bootloader", "nothing")
        self.exits(0, "bootparams", "apply")
        self.ran("update-bootloader", "--add-option numa=off", "--config")
        self.exits(0, "bootparams", "show")
        self.exits(0, "bootparams", "remove")
        self.ran("update-bootloader", "--del-option numa=off", "--config")

    def test_update_bootloader_fails(self):
        self.tool("update-bootloader", "--config")
        self.exits(1, "bootparams", "apply", says="the old state is put back")
        self.ran("update-bootloader", "--add-option numa=off", "--config", "--del-option numa=off", "--config")

    def test_a_note_that_cannot_be_taken(self):
        self.tool("grubby", "nothing")
        self.jail.write("/var/lib/xen-flat", "no folder\n")
        self.exits(1, "bootparams", "apply", says="cannot be noted, nothing is changed")
        self.assertFalse(self.jail.file("/run/grubby").exists())


if __name__ == "__main__":
    main()
