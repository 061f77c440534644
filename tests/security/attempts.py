#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What a local user might try so that the program writes, loads or tells something for him, each beside the same thing
done by root, which must work."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "lib"))
from jail import PROGRAM_INSIDE, Jail  # noqa: E402
from taptest import PROGRAM, RootTest, main  # noqa: E402

NOBODY, SOMEBODY = 65534, 1000
CONFIG, DROP_IN = "/etc/xen-flat.conf", "/etc/xen-flat.conf.d/10-user.conf"
RUN, VAR = "/run/xen-flat", "/var/lib/xen-flat"
BOOT_ID = "/proc/sys/kernel/random/boot_id"
SECRET = "zebra-secret-7719"
UNTRUSTED = r"not owned by root, or writable by others; ignored$"


class Attempt(RootTest):
    """The user is in the machine, his id is NOBODY."""

    def setUp(self):
        super().setUp()
        if os.geteuid() != 0:
            self.skipTest("takes root to have files of two owners")
        self.root.guest()
        self.root.write(BOOT_ID, "11111111-2222-3333-4444-555555555555\n")
        self.root.write("/outside/canary", "untouched\n")

    def give(self, path, owner=NOBODY):
        os.chown(self.root.file(path), owner, owner, follow_symlinks=False)

    def setting(self):
        return self.root.keys("decide")["setting"]

    def complaints(self, *command):
        return self.root.run(*(command or ("decide",))).stderr.splitlines()

    def canary_is_untouched(self):
        self.assertEqual(self.root.file("/outside/canary").read_text(), "untouched\n")
        self.assertEqual(sorted(os.listdir(self.root.file("/outside"))), ["canary"])

    def record(self, folder=RUN):
        return self.root.file(folder + "/decision")

    def plant_link(self, path, target):
        """Where nothing was written yet."""
        for folder in (RUN, VAR):
            if not self.root.file(folder).is_symlink():
                shutil.rmtree(self.root.file(folder), ignore_errors=True)
        self.root.file(path).parent.mkdir(parents=True, exist_ok=True)
        self.root.file(path).symlink_to(target)


class Settings(Attempt):
    """Telling it what to do."""

    def setUp(self):
        super().setUp()
        self.root.write(CONFIG, "topology = native\n")
        self.root.write(DROP_IN, "topology = node\n")

    def refused(self, setting, path):
        self.assertEqual(self.setting(), setting)
        lines = self.complaints()
        self.assertEqual(len(lines), 1, lines)
        self.assertRegex(lines[0], re.escape(path) + ": " + UNTRUSTED)

    def obeyed(self, setting="node"):
        self.assertEqual((self.setting(), self.complaints()), (setting, []))

    def test_file_of_his_own(self):
        self.root.file(DROP_IN).unlink()
        self.obeyed("native")
        self.give(CONFIG)
        self.refused("auto", CONFIG)

    def test_drop_in_of_his_own(self):
        self.obeyed()
        self.give(DROP_IN)
        self.refused("native", DROP_IN)

    def test_file_and_drop_in_that_he_can_write(self):
        for mode in (0o664, 0o646, 0o622, 0o777):
            with self.subTest(oct(mode)):
                self.root.file(DROP_IN).chmod(mode)
                self.refused("native", DROP_IN)
                self.root.file(DROP_IN).chmod(0o644)
                self.root.file(CONFIG).chmod(mode)
                self.refused("node", CONFIG)
                self.root.file(CONFIG).chmod(0o644)
                self.obeyed()

    def test_folder_of_drop_ins_that_he_can_write(self):
        folder = str(pathlib.PurePath(DROP_IN).parent)
        for mode in (0o775, 0o757, 0o1777):
            with self.subTest(oct(mode)):
                self.root.file(folder).chmod(mode)
                self.refused("native", folder)
                self.root.file(folder).chmod(0o755)
                self.obeyed()
        self.give(folder)
        self.refused("native", folder)

    def test_etc_that_he_can_write(self):
        for mode in (0o775, 0o757, 0o1777):
            with self.subTest(oct(mode)):
                self.root.file("/etc").chmod(mode)
                self.refused("auto", "/etc")
                self.root.file("/etc").chmod(0o755)
                self.obeyed()
        self.give("/etc")
        self.refused("auto", "/etc")

    def test_link_to_a_file_of_his(self):
        self.root.write("/home/user.conf", "topology = native\n")
        self.root.file(CONFIG).unlink()
        self.root.file(DROP_IN).unlink()
        self.root.file(CONFIG).symlink_to("/home/user.conf")
        self.obeyed("native")
        self.give("/home/user.conf")
        self.refused("auto", CONFIG)

    def test_owner_of_the_folder_of_root_counts(self):
        for path in ("/", "/etc", CONFIG, "/etc/xen-flat.conf.d", DROP_IN):
            self.give(path, SOMEBODY)
        self.obeyed()
        self.give(DROP_IN, NOBODY)
        self.refused("native", DROP_IN)
        self.give("/", NOBODY)
        self.refused("auto", "/etc")

    def test_no_settings_no_complaint(self):
        shutil.rmtree(self.root.file("/etc"))
        self.root.write("/etc/hostname", "x\n")
        self.root.file("/etc").chmod(0o777)
        self.obeyed("auto")


class Writing(Attempt):
    """Having it write where he cannot."""

    def applied(self, complaint=None):
        done = self.root.run("apply")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.canary_is_untouched()
        if complaint:
            self.assertRegex(done.stderr, complaint)
        return done

    def test_unharmed_it_writes_both_records(self):
        self.applied()
        for folder in (RUN, VAR):
            self.assertTrue(self.record(folder).is_file() and not self.record(folder).is_symlink())

    def test_link_in_place_of_the_folder(self):
        for folder in (RUN, VAR):
            with self.subTest(folder):
                self.plant_link(folder, "/outside")
                self.applied("the record cannot be (written|kept)")
                self.root.file(folder).unlink()

    def test_link_in_place_of_the_temporary_file(self):
        for folder in (RUN, VAR):
            with self.subTest(folder):
                self.plant_link(folder + "/.decision.new", "/outside/canary")
                self.applied()
                self.assertTrue(self.record(folder).is_file() and not self.record(folder).is_symlink())
                self.assertEqual(os.listdir(self.root.file(folder)), ["decision"])

    def test_hard_link_in_place_of_the_temporary_file(self):
        self.root.file(RUN).mkdir(parents=True)
        os.link(self.root.file("/outside/canary"), self.root.file(RUN + "/.decision.new"))
        self.applied()

    def test_folder_in_place_of_the_temporary_file(self):
        self.root.file(RUN + "/.decision.new/x").mkdir(parents=True)
        self.applied("the record cannot be written")

    def test_link_in_place_of_the_record(self):
        for folder in (RUN, VAR):
            with self.subTest(folder):
                self.plant_link(folder + "/decision", "/outside/canary")
                self.applied()
                self.assertTrue(self.record(folder).is_file() and not self.record(folder).is_symlink())

    def test_folder_of_his_own(self):
        for folder in (RUN, VAR):
            for spoil in (lambda: self.give(folder), lambda: self.root.file(folder).chmod(0o777)):
                with self.subTest(folder):
                    self.root.file(folder).mkdir(parents=True)
                    spoil()
                    self.applied(re.escape(folder) + ": not owned by root, or writable by others")
                    self.assertEqual(os.listdir(self.root.file(folder)), [])
                    self.root.file(folder).rmdir()

    def test_drop_in_of_the_boot_loader(self):
        self.root.write("/etc/debian_version", "12\n").write("/etc/default/grub", "\n")
        self.root.write("/boot/grub/grub.cfg", "### BEGIN /etc/grub.d/00_header ###\n")
        self.root.write("/proc/cmdline", "BOOT_IMAGE=/vmlinuz\n").write(CONFIG, "topology = flat\n")
        self.root.write("/sys/module/xen/parameters/topology", "native\n")
        drop_in = "/etc/default/grub.d/60-xen-flat.cfg"
        self.plant_link("/etc/default/grub.d/.60-xen-flat.cfg.new", "/outside/canary")
        self.assertEqual(self.root.run("bootparams", "apply").returncode, 0)
        self.canary_is_untouched()
        self.assertIn("xen.topology=flat", self.root.file(drop_in).read_text())
        self.root.run("bootparams", "remove")
        self.root.file("/etc/default/grub.d").rmdir()
        self.plant_link("/etc/default/grub.d", "/outside")
        self.assertEqual(self.root.run("bootparams", "apply").returncode, 1)
        self.canary_is_untouched()

    def test_umask_of_the_caller(self):
        for mask in (0o777, 0o077, 0):
            with self.subTest(oct(mask)):
                old = os.umask(mask)
                try:
                    self.root.run("apply")
                finally:
                    os.umask(old)
                for folder in (RUN, VAR):
                    self.assertEqual(self.root.file(folder).stat().st_mode & 0o7777, 0o755)
                    self.assertEqual(self.record(folder).stat().st_mode & 0o7777, 0o644)
                    self.record(folder).unlink()
                    self.root.file(folder).rmdir()


class Telling(Attempt):
    """Having it tell what he must not know."""

    def test_record_that_is_a_link_to_a_secret(self):
        self.root.write("/outside/shadow", f"schema=1\nreason={SECRET}\ncomplete=yes\n")
        self.root.file("/outside/shadow").chmod(0o600)
        for folder in (RUN, VAR):
            self.root.file(folder).mkdir(parents=True)
            self.record(folder).symlink_to("/outside/shadow")
        for command in (["status"], ["verify"], ["revert"], ["bootparams", "show"], ["apply", "--auto"]):
            done = self.root.run(*command)
            self.assertNotIn(SECRET, done.stdout + done.stderr, command)
        for folder in (RUN, VAR):
            self.assertNotIn(SECRET, self.record(folder).read_text())

    def test_the_same_record_in_its_place_is_told(self):
        self.root.write(RUN + "/decision", f"schema=1\nreason={SECRET}\ncomplete=yes\n")
        self.assertIn(SECRET, self.root.run("status").stdout)

    def test_secrets_of_the_machine(self):
        self.root.write("/sys/hypervisor/uuid", SECRET).write("/etc/hostname", SECRET)
        self.root.write("/proc/cmdline", f"BOOT_IMAGE=/x password={SECRET}\n")
        self.root.write("/boot/grub/grub.cfg", f"### BEGIN /etc/grub.d/00_header ###\npassword x {SECRET}\n")
        self.root.write("/etc/default/grub", f"GRUB_PASSWORD={SECRET}\n").write("/proc/1/environ", f"X={SECRET}\0")
        for command in ("detect", "decide", "status", "topology", "apply"):
            for option in ("--json", "--verbose"):
                done = self.root.run(option, command)
                self.assertNotIn(SECRET, done.stdout + done.stderr, command)
        self.assertNotIn(SECRET, self.record().read_text())


class Record(Attempt):
    """Forging what was decided."""

    FORGED = ("schema=1\nboot_id=11111111-2222-3333-4444-555555555555\ndecision=flatten\nreason=hierarchical\n"
              "result=reverted\ncomplete=yes\n")

    def forge(self):
        self.root.write(RUN + "/decision", self.FORGED)

    def left_alone(self):
        return "flatten (" not in self.root.run("apply", "--auto").stderr

    def test_record_of_roots_is_believed(self):
        self.forge()
        self.assertTrue(self.left_alone())

    def test_record_in_a_folder_of_his_own(self):
        self.forge()
        self.give(RUN)
        self.assertFalse(self.left_alone())
        self.assertEqual(self.root.run("status").returncode, 3)

    def test_note_of_parameters_in_a_folder_of_his_own(self):
        """xen.topology= on the command line is the admin's word unless bootparams has put it there."""
        self.root.write("/proc/cmdline", "BOOT_IMAGE=/x xen.topology=flat\n")
        self.assertEqual(self.root.keys("decide")["setting_source"], "cmdline")
        self.root.write(VAR + "/bootparams", "loader=grubby\nparameters='xen.topology=flat'\nboot_id=x\n")
        self.assertEqual(self.root.keys("decide")["setting_source"], "default")
        self.give(VAR)
        self.assertEqual(self.root.keys("decide")["setting_source"], "cmdline")


class Words(Attempt):
    """Passing formats, commands and paths in whatever it reads."""

    PERCENT = "%n%n%s%s%s%9999999d"

    def everywhere(self, text):
        for path in ("/sys/hypervisor/type", "/sys/hypervisor/guest_type", "/sys/hypervisor/version/extra",
                     "/sys/hypervisor/properties/features", "/proc/schedstat", "/proc/cmdline", "/proc/version",
                     "/proc/sys/kernel/osrelease", "/proc/sys/kernel/tainted", BOOT_ID, CONFIG, DROP_IN,
                     RUN + "/decision", VAR + "/bootparams", "/cpuid-hv.txt", "/etc/default/grub",
                     "/etc/default/grub.d/60-xen-flat.cfg", "/sys/devices/system/cpu/online",
                     "/etc/modprobe.d/x.conf", "/lib/modules/x/modules.dep", "/vcpus-pinned.txt"):
            self.root.write(path, text)

    def test_formats(self):
        for text in (self.PERCENT, f"topology = {self.PERCENT}\n", f"{self.PERCENT} = x\n", f"version 17\n{self.PERCENT}\n"):
            for xen in (False, True):
                self.everywhere(text)
                if xen:
                    self.root.guest()
                for command in (["decide"], ["apply"], ["status"], ["verify"], ["detect", "--verbose"],
                                ["bootparams", "show"], ["revert"], [self.PERCENT], ["--stage", self.PERCENT, "apply"]):
                    done = self.root.run(*command)
                    self.assertIn(done.returncode, (0, 1, 2, 3), (text, command, done.stderr))
                    self.assertNotIn(" " * 1000, done.stdout + done.stderr)

    def test_formats_are_told_as_they_are(self):
        self.root.write(CONFIG, f"topology = {self.PERCENT}\n")
        self.assertIn(self.PERCENT, self.complaints()[0])


class Helpers(unittest.TestCase):
    """Having it run something: on what it takes for the live system, where update-grub is run."""

    def setUp(self):
        if os.geteuid() != 0:
            self.skipTest("takes root to change the root folder")
        self.jail = Jail()
        self.addCleanup(self.jail.remove)
        self.jail.grub()
        self.trace = self.jail.path.with_name(self.jail.path.name + ".trace")
        self.addCleanup(lambda: self.trace.unlink(missing_ok=True))

    def traced(self, *command, env=None, calls="execve,open,openat,openat2,creat,mknod,mknodat,rename,renameat,renameat2"):
        done = self.jail.run(*command, env=env,
                             before=["strace", "-f", "-v", "-s", "300", "-o", str(self.trace), "-e", "trace=" + calls])
        lines = self.trace.read_text().splitlines()
        first = next(i for i, line in enumerate(lines) if 'execve("/usr/sbin/xen-flat"' in line)
        own = lines[first].split()[0]
        return done, [line for line in lines[first + 1:]], own

    def test_only_absolute_helpers_and_no_shell(self):
        self.jail.script("/home/bin/update-grub", "echo stolen >/run/stolen")
        done, lines, _ = self.traced("bootparams", "apply", env={"PATH": "/home/bin:/usr/bin:/bin", "IFS": "/"})
        self.assertEqual(done.returncode, 0, done.stderr)
        started = re.findall(r'execve\("([^"]*)", \[([^\]]*)\]', "\n".join(line for line in lines if "execve(" in line))
        self.assertEqual(started[0], ("/usr/sbin/update-grub", '"/usr/sbin/update-grub"'))
        self.assertFalse(self.jail.file("/run/stolen").exists())
        self.assertIn("numa=off", self.jail.file("/boot/grub/grub.cfg").read_text())

    def test_nothing_of_the_callers_environment(self):
        hostile = {"BASH_ENV": "/home/x", "ENV": "/home/x", "GRUB_CMDLINE_LINUX": "init=/home/x", "LD_DEBUG": "files",
                   "LANG": "$(id)%n", "LC_ALL": "../../home", "LC_MESSAGES": "de_DE.UTF-8", "TMPDIR": "/home"}
        done, _, _ = self.traced("bootparams", "apply", env=hostile)
        self.assertEqual(done.returncode, 0, done.stderr)
        seen = self.jail.file("/run/environment").read_text().splitlines()
        allowed = ("PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_MESSAGES=de_DE.UTF-8", "PWD=", "SHLVL=", "OLDPWD=", "_=")
        self.assertEqual([line for line in seen if not line.startswith(allowed)], [])
        self.assertIn("LC_MESSAGES=de_DE.UTF-8", seen)

    def test_files_are_made_anew_and_in_their_folders_only(self):
        self.jail.module()
        written = []
        for command in (["apply"], ["bootparams", "apply"], ["verify"], ["bootparams", "remove"], ["revert"]):
            _, lines, own = self.traced(*command)
            written += [line for line in lines if line.split()[0] == own and re.search("O_(WRONLY|RDWR|CREAT|TRUNC)", line)
                        and not line.endswith(")")]
        self.assertGreaterEqual(len(written), 6, written)
        for line in written:
            if "O_CREAT" in line:
                self.assertRegex(line, r'openat\(\d+, "\.[a-z0-9.-]+\.new", O_WRONLY\|O_CREAT\|O_EXCL\|O_NOFOLLOW\|O_CLOEXEC, 0600\)')
            else:
                self.assertRegex(line, r'"/(dev/null|dev/xen/privcmd|sys/module/[a-z_]+/parameters/[a-z]+)"')

    def test_closed_standard_streams(self):
        """What is said must not land in a file that got the number of a closed stream."""
        jailed = " ".join(self.jail.command("apply"))
        subprocess.run(["strace", "-f", "-o", self.trace, "sh", "-c", f"exec {jailed} <&- >&- 2>&-"], check=True, timeout=60)
        made = re.findall(r'openat\(\d+, "\.decision\.new", .*\) = (\d+)', self.trace.read_text())
        self.assertEqual(len(made), 2)
        self.assertGreater(min(int(fd) for fd in made), 2)

    def test_the_judgement_of_the_trace_can_fail(self):
        self.jail.script(PROGRAM_INSIDE, "echo x >/run/new")
        _, lines, own = self.traced("apply")
        self.assertTrue([line for line in lines if "O_CREAT" in line and "O_EXCL" not in line])


class OldKernel(Attempt):
    """Without openat2(2) --root must hold, too."""

    def run_without(self, *command):
        strace = ["strace", "-f", "-o", "/dev/null", "-e", "trace=openat2", "-e", "inject=openat2:error=ENOSYS"]
        return subprocess.run([*strace, PROGRAM, "--root", str(self.root.path), *command], capture_output=True,
                              text=True, check=False, timeout=60)

    def test_it_works(self):
        self.assertIn("decision=flatten", self.run_without("decide").stdout)
        self.assertEqual(self.run_without("apply").returncode, 0)
        self.assertIn("complete=yes", self.record().read_text())

    def test_links_do_not_lead_out(self):
        outside = self.root.path.with_name(self.root.path.name + "-outside")
        (outside / "sys/hypervisor").mkdir(parents=True)
        (outside / "sys/hypervisor/type").write_text("xen\n")
        self.addCleanup(lambda: shutil.rmtree(outside))
        for target in (str(outside / "sys"), f"../{outside.name}/sys"):
            with self.subTest(target):
                shutil.rmtree(self.root.file("/sys"), ignore_errors=True)
                self.root.file("/sys").symlink_to(target)
                self.assertIn("hypervisor=none", self.run_without("detect").stdout)
                self.root.file("/sys").unlink()

    def test_two_dots_do_not_lead_out(self):
        self.root.write("/proc/sys/kernel/osrelease", "..\n")
        self.assertEqual(self.run_without("decide").returncode, 0)


if __name__ == "__main__":
    main()
