#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes each call of the real program fail once, kills and interrupts it at each, and looks at what is left: the old state
or the new one, never a part, and a boot that goes on.

The program runs on a folder that it takes for the live system (tests/lib/jail.py). System calls fail by strace's
injection, allocations and the functions of libkmod and libudev by preload.c.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "lib"))
from jail import Jail, libraries_of  # noqa: E402
from taptest import main, parse_keys, schedstat  # noqa: E402

# Not close(2): it gives the number back even when it fails, and an injected failure does not.
CALLS = {
    "open": "ENOMEM", "openat": "EMFILE", "openat2": "EMFILE", "read": "EIO", "pread64": "EIO", "fstat": "EIO",
    "newfstatat": "EIO", "getdents64": "EIO", "mkdirat": "ENOSPC", "write": "ENOSPC", "fchmod": "EPERM", "fsync": "EIO",
    "renameat": "ENOSPC", "unlinkat": "EROFS", "access": "EACCES", "fstatfs": "EIO", "pipe2": "EMFILE", "clone3": "EAGAIN",
    "vfork": "EAGAIN", "clone": "EAGAIN", "wait4": "ECHILD", "dup2": "EBADF", "mmap": "ENOMEM", "munmap": "EINVAL",
    "ioctl": "EIO", "uname": "EFAULT", "rt_sigaction": "EINVAL", "fcntl": "EINVAL", "lseek": "ESPIPE",
    "finit_module": "ENOMEM", "init_module": "ENOMEM", "delete_module": "EWOULDBLOCK", "poll": "EINTR",
}
# The first thing that main() does; what is before belongs to the dynamic linker.
MAIN = re.compile(r"^fcntl\(0, F_GETFD\)")
UNWINDER = os.path.realpath(subprocess.run(["cc", "-print-file-name=libgcc_s.so.1"], capture_output=True, text=True,
                                           check=True).stdout.strip())
RUN, VAR, DROP_IN = "/run/xen-flat/decision", "/var/lib/xen-flat/decision", "/etc/default/grub.d/60-xen-flat.cfg"
GRUB = "/boot/grub/grub.cfg"
FOLDERS = ("/run", "/var", "/etc", "/boot", "/sys/module")
RECORD_KEYS = 36


class Faults:
    """One scenario: what is run on which state, and what may be left."""

    def __init__(self, test, jail, *command, exits=(0,)):
        self.test, self.jail, self.command, self.exits = test, jail, command, exits
        self.trace = jail.path.with_name(jail.path.name + ".trace")
        test.addCleanup(lambda: self.trace.unlink(missing_ok=True))
        self.before = jail.remember(*FOLDERS)
        self.old = self.state()
        self.lines = self.run_traced(["-e", "trace=" + ",".join(CALLS)])[1]
        self.new = self.state()
        self.reached = self.failed = 0

    def state(self):
        """What counts: the records and the boot loader's files."""
        found = {}
        for path in (RUN, VAR, DROP_IN, GRUB):
            file = self.jail.file(path)
            found[path] = without_time(file.read_text()) if file.exists() else None
        return found

    def run_traced(self, options, timeout=120):
        done = self.jail.run(*self.command, timeout=timeout, before=["strace", "-o", str(self.trace), *options])
        lines = self.trace.read_text(errors="replace").splitlines()
        return done, lines

    def filter(self, fault):
        """The kernel stops at the one call only, which is faster; but then what is started would be injected, too, and no
        signal comes."""
        if self.command[0] == "bootparams" or fault.startswith("signal"):
            return []
        return ["-f", "--seccomp-bpf"]

    def calls(self):
        """(call, number of it as strace counts) from main() on."""
        counts, in_main = {}, False
        for line in self.lines:
            name = line.split("(", 1)[0]
            in_main = in_main or bool(MAIN.match(line))
            if name not in CALLS:
                continue
            counts[name] = counts.get(name, 0) + 1
            if in_main:
                yield name, counts[name]

    def judge(self, what, done, exits):
        self.test.assertIn(done.returncode, exits, (what, done.stderr))
        self.whole(what)
        if done.returncode in (0, 1):
            self.together((what, done.stderr), done.returncode)

    def together(self, what, code):
        """All or nothing where it ended by itself: the drop-in and what was made of it, and nothing where it failed."""
        left = self.state()
        pair = [(left[path], self.old[path], self.new[path]) for path in (DROP_IN, GRUB)]
        if self.command[0] == "bootparams":
            is_old = all(is_now == old for is_now, old, _ in pair)
            is_new = all(is_now == new for is_now, _, new in pair)
            self.test.assertTrue(is_old or is_new and code == 0, what)

    def whole(self, what):
        left = self.state()
        for path, text in left.items():
            if text is not None and text not in (self.old[path], self.new[path]):
                self.record_is_whole((what, path), text) if path in (RUN, VAR) else self.test.fail((what, path, text))

    def record_is_whole(self, what, text):
        """Another record than the expected one: a fault that was noticed is told in it."""
        self.test.assertTrue(text.endswith("\ncomplete=yes\n") and text.startswith("schema=1\n"), (what, text))
        self.test.assertEqual(len(parse_keys(text)), RECORD_KEYS, (what, text))

    def recovers(self, what):
        """Run once more without a fault: nothing of before is in the way, nothing is left lying about."""
        done = self.jail.run(*self.command)
        self.test.assertIn(done.returncode, (0,), (what, done.stderr))
        for path in (DROP_IN, GRUB):
            self.test.assertEqual(self.state()[path], self.new[path], what)
        left = [str(file) for folder in FOLDERS for file in self.jail.file(folder).rglob("*.new")]
        self.test.assertEqual(left, [], what)

    def inject(self, option, exits=None, each=None, recover=False):
        """Once for each call: the fault, the judgement."""
        for name, number in list(self.calls()):
            if each and name not in each:
                continue
            self.jail.put_back(self.before)
            fault = option(name)
            done, lines = self.run_traced([*self.filter(fault), "-e", "trace=" + name, "-e", f"inject={name}:{fault}:when={number}"])
            self.reached += 1
            self.failed += any(mark in line for line in lines for mark in ("(INJECTED)", "+++ killed", "--- SIG"))
            what = f"{name} number {number}: {fault}"
            self.judge(what, done, exits or self.exits)
            if recover:
                self.recovers(what)
        self.jail.put_back(self.before)

    def tell(self, kind):
        print(f"# {' '.join(self.command)}: {kind}: {self.reached} calls reached, {self.failed} failed", flush=True)
        self.test.assertGreater(self.reached, 0)
        self.test.assertEqual(self.reached, self.failed)
        self.reached = self.failed = 0


def without_time(text):
    """The time is another one each run. A boot whose id cannot be read has none in the drop-in."""
    return re.sub(r"^(time=|# boot_id=).*$", r"\1", text, flags=re.M)


def make_jail(test, **more):
    jail = Jail(**more)
    test.addCleanup(jail.remove)
    return jail


def fresh(test, **more):
    """Nothing was decided yet; the module cannot be loaded."""
    jail = make_jail(test, **more)
    jail.module()
    return jail


def changed(test, **more):
    """A record of this boot, and other domains since."""
    jail = fresh(test, **more)
    jail.run("apply")
    jail.write("/proc/schedstat", schedstat(range(4), (("PKG", ("0-3",)),)))
    return jail


def patched(test):
    """A kernel with xen.topology=, whose domains do not follow."""
    jail = make_jail(test)
    jail.write("/sys/module/xen/parameters/topology", "native\n")
    return jail


def grub(test, **more):
    jail = make_jail(test, **more)
    jail.grub()
    return jail


def grub_set(test):
    jail = grub(test)
    assert jail.run("bootparams", "apply").returncode == 0
    return jail


class RootNeeded(unittest.TestCase):
    def setUp(self):
        if os.geteuid() != 0:
            self.skipTest("takes root to change the root folder")


class SystemCalls(RootNeeded):
    """Each fails once."""

    def each_fails(self, jail, *command, exits=(0,), recover=False):
        faults = Faults(self, jail, *command, exits=exits)
        faults.inject(lambda name: f"error={CALLS[name]}", recover=recover)
        faults.tell("failing")

    def test_apply_at_boot(self):
        self.each_fails(fresh(self), "apply", "--auto")

    def test_apply_on_a_record(self):
        self.each_fails(changed(self), "apply")

    def test_apply_by_the_kernels_switch(self):
        self.each_fails(patched(self), "apply")

    def test_bootparams_apply(self):
        self.each_fails(grub(self), "bootparams", "apply", exits=(0, 1))

    def test_bootparams_remove(self):
        self.each_fails(grub_set(self), "bootparams", "remove", exits=(0, 1))

    def test_verify(self):
        self.each_fails(changed(self), "verify", exits=(0, 1, 3))

    def test_revert(self):
        self.each_fails(changed(self), "revert", exits=(0, 1))

    def test_status(self):
        self.each_fails(changed(self), "status", exits=(0, 1, 3))

    def test_interrupted_calls_are_made_again(self):
        faults = Faults(self, changed(self), "apply")
        faults.inject(lambda name: "error=EINTR", each=("read", "write"))
        faults.tell("interrupted")
        self.assertEqual(faults.state()[VAR], faults.old[VAR])


class Slow(RootNeeded):
    """In the initramfs there may be nobody else to set a limit."""

    def apply(self, delay, stage):
        jail = fresh(self)
        done = jail.run("apply", "--auto", "--stage", stage, timeout=60,
                        before=["strace", "-o", "/dev/null", "-e", f"inject=uname:delay_exit={delay * 1000000}:when=1"])
        self.assertEqual(done.returncode, 0)
        return done.stderr, jail.file(RUN).exists()

    def test_what_takes_too_long_in_the_initramfs_ends(self):
        said, recorded = self.apply(11, "initramfs")
        self.assertIn("it takes too long", said)
        self.assertFalse(recorded)

    def test_within_the_limit_and_in_the_system_it_does_not(self):
        for delay, stage in ((1, "initramfs"), (11, "system")):
            with self.subTest(delay=delay, stage=stage):
                said, recorded = self.apply(delay, stage)
                self.assertNotIn("too long", said)
                self.assertTrue(recorded)


class Ends(RootNeeded):
    """Killed or told to end at each call, and once more without that."""

    def ends_at_each(self, jail, *command, each=None, number="KILL"):
        faults = Faults(self, jail, *command)
        # 137 by a shell's count, -9 by Python's, 9 by strace's way to end
        faults.inject(lambda name: f"signal={number}", each=each, exits=range(-64, 256), recover=True)
        faults.tell("SIG" + number)

    WRITING = ("mkdirat", "openat", "write", "fchmod", "fsync", "renameat", "unlinkat")

    def test_killed_while_applying(self):
        self.ends_at_each(changed(self), "apply", each=self.WRITING)

    def test_told_to_end_while_applying(self):
        self.ends_at_each(fresh(self), "apply", "--auto", each=self.WRITING, number="TERM")

    def test_killed_while_setting_parameters(self):
        self.ends_at_each(grub(self), "bootparams", "apply", each=self.WRITING)

    def test_killed_while_taking_parameters_back(self):
        self.ends_at_each(grub_set(self), "bootparams", "remove", each=self.WRITING)

    def test_nobody_listens(self):
        """SIGPIPE must not end it before the record is there."""
        jail = fresh(self)
        subprocess.run(["bash", "-c", '"$@" 2>&1 | true; sleep 0.5', "bash", *jail.command("--verbose", "apply")],
                       check=True, timeout=30)
        self.assertTrue(jail.file(RUN).read_text().endswith("complete=yes\n"))


class Memory(RootNeeded):
    """Each allocation, and each function of the libraries that are opened at run time."""

    def setUp(self):
        super().setUp()
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        self.library = pathlib.Path(folder, "preload.so")
        subprocess.run(["cc", "-std=gnu11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-O1", "-fno-builtin", "-shared",
                        "-fPIC", "-o", self.library, HERE / "preload.c"], check=True)

    def run_with(self, jail, command, **faults):
        log = jail.file("/fault.log")
        log.unlink(missing_ok=True)
        given = [f"FAULT_{name.upper()}={value}" for name, value in faults.items()]
        done = jail.run(*command, inside=["/bin/busybox", "env", "LD_PRELOAD=/preload.so", "FAULT_LOG=/fault.log", *given])
        return done, log.read_text().splitlines() if log.exists() else []

    def prepare(self, jail):
        jail.copy("/bin/busybox", "/bin/busybox")
        jail.copy(self.library, "/preload.so")
        for library in libraries_of(self.library):
            jail.copy(library, library)
        jail.copy(UNWINDER, UNWINDER)
        jail.write("/run/udev/control", "")
        return jail

    def each_allocation_fails(self, jail, *command, exits=(0,)):
        self.prepare(jail)
        faults = Faults(self, jail, *command, exits=exits)
        jail.put_back(faults.before)
        count, died = self.run_with(jail, command, malloc=0)[1].count("malloc"), 0
        for number in range(1, count + 1):
            jail.put_back(faults.before)
            done, log = self.run_with(jail, command, malloc=number)
            faults.reached += 1
            faults.failed += "failed malloc" in log
            # libkmod 30 does not look whether its own strdup() has failed
            inside = done.returncode == -signal.SIGSEGV and any("libkmod.so" in line for line in log)
            died += inside
            faults.judge(f"allocation {number}", done, [-signal.SIGSEGV] if inside else exits)
        print(f"# {' '.join(command)}: {died} times libkmod itself died of it", flush=True)
        faults.tell("allocations")

    def test_apply_at_boot(self):
        self.each_allocation_fails(fresh(self), "apply", "--auto")

    def test_apply_on_a_record(self):
        self.each_allocation_fails(changed(self), "apply")

    def test_bootparams_apply(self):
        self.each_allocation_fails(grub(self), "bootparams", "apply", exits=(0, 1))

    def test_status(self):
        self.each_allocation_fails(changed(self), "status", exits=(0, 1, 3))

    def each_function_fails(self, jail, *command, wanted, exits=(0,)):
        self.prepare(jail)
        faults = Faults(self, jail, *command)
        jail.put_back(faults.before)
        log = self.run_with(jail, command)[1]
        names = {line.split()[1] for line in log if line.startswith("looked-up ")}
        called = 0
        for name in sorted(names):
            jail.put_back(faults.before)
            done, log = self.run_with(jail, command, function=name)
            called += "failed " + name in log
            faults.judge(name, done, exits)
        print(f"# {' '.join(command)}: {len(names)} functions of libraries, {called} of them called and failed", flush=True)
        self.assertGreaterEqual(called, wanted)

    def test_functions_of_libkmod_and_libudev(self):
        self.each_function_fails(fresh(self), "apply", "--auto", wanted=9)

    def test_functions_that_list_devices(self):
        self.each_function_fails(fresh(self), "--verbose", "detect", wanted=3)

    def test_without_the_libraries(self):
        jail = fresh(self)
        for name in ("libkmod.so.2", "libudev.so.1"):
            next(jail.path.rglob(name)).unlink()
        done = jail.run("apply", "--auto")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("method_reason=module-failed", jail.file(RUN).read_text())


class Room(RootNeeded):
    """Full and read-only file systems below the folders that are written."""

    def mounted(self, folder, options):
        jail = grub(self) if folder in ("/etc/default/grub.d", "/boot/grub") else changed(self)
        remembered = jail.remember(folder)
        subprocess.run(["mount", "-t", "tmpfs", "-o", options + ",mode=755", "tmpfs", jail.file(folder)], check=True)
        self.addCleanup(lambda: subprocess.run(["umount", jail.file(folder)], check=True))
        jail.put_back(remembered)
        return jail

    def fill(self, folder):
        file = os.open(folder / "filler", os.O_WRONLY | os.O_CREAT)
        try:
            while True:
                os.write(file, b"x" * 512)
        except OSError:
            os.close(file)

    def still_whole(self, folder, command, exits, spoil):
        jail = self.mounted(folder, "size=32k")
        before = {path: jail.file(path).read_text() if jail.file(path).exists() else None
                  for path in (RUN, VAR, DROP_IN, GRUB)}
        spoil(jail)
        done = jail.run(*command)
        self.assertIn(done.returncode, exits, done.stderr)
        self.assertGreaterEqual(len(done.stderr.splitlines()), 1)
        for path, text in before.items():
            if path.startswith(folder):
                self.assertEqual(jail.file(path).read_text() if jail.file(path).exists() else None, text, path)
        return jail

    def read_only(self, jail, folder):
        subprocess.run(["mount", "-o", "remount,ro", jail.file(folder)], check=True)

    def test_full(self):
        for folder, command, exits in (("/run/xen-flat", ["apply"], (0,)), ("/run/xen-flat", ["apply", "--strict"], (1,)),
                                       ("/var/lib/xen-flat", ["apply"], (0,)),
                                       ("/etc/default/grub.d", ["bootparams", "apply"], (1,)),
                                       ("/boot/grub", ["bootparams", "apply"], (1,))):
            with self.subTest((folder, command)):
                self.still_whole(folder, command, exits, lambda jail: self.fill(jail.file(folder)))

    def test_read_only(self):
        for folder, command, exits in (("/run/xen-flat", ["apply"], (0,)), ("/var/lib/xen-flat", ["apply"], (0,)),
                                       ("/run/xen-flat", ["verify"], (1,)),
                                       ("/etc/default/grub.d", ["bootparams", "apply"], (1,)),
                                       ("/boot/grub", ["bootparams", "apply"], (1,))):
            with self.subTest((folder, command)):
                self.still_whole(folder, command, exits, lambda jail: self.read_only(jail, folder))

    def test_with_room_it_is_written(self):
        jail = self.mounted("/run/xen-flat", "size=32k")
        old = jail.file(RUN).read_text()
        self.assertEqual(jail.run("apply").returncode, 0)
        self.assertNotEqual(jail.file(RUN).read_text(), old)


class Negative(RootNeeded):
    """A program that writes in place is caught by the judgement above."""

    def build_spoilt(self, change):
        folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        shutil.copytree(TOP / "src/configurator", folder / "src")
        source = folder / "src/util/root.c"
        text = source.read_text()
        spoilt = change(text)
        self.assertNotEqual(spoilt, text)
        source.write_text(spoilt)
        (folder / "src/version.h").write_text('#define XEN_FLAT_VERSION "0"\n')
        helpers = (folder / "src/bootparams/helpers.h.in").read_text()
        for name in ("UPDATE_GRUB", "GRUBBY", "UPDATE_BOOTLOADER"):
            helpers = helpers.replace(f"@{name}@", "/usr/sbin/" + name.lower().replace("_", "-"))
        (folder / "src/helpers.h").write_text(helpers)
        sources = sorted(str(file) for file in (folder / "src").rglob("*.c"))
        subprocess.run(["cc", "-std=gnu11", "-D_GNU_SOURCE", "-O0", "-w", f"-I{folder}/src", "-o", folder / "xen-flat", *sources],
                       check=True)
        return str(folder / "xen-flat")

    def judged(self, program):
        faults = Faults(self, changed(self, program=program), "apply")
        faults.inject(lambda name: "signal=KILL", each=("write", "fsync", "fchmod"), exits=range(-64, 256))

    def test_writing_in_place_is_caught(self):
        program = self.build_spoilt(lambda text: text.replace("O_WRONLY | O_CREAT | O_EXCL", "O_WRONLY | O_CREAT | O_TRUNC")
                                    .replace('".%s.new"', '"%s"'))
        with self.assertRaises(AssertionError) as caught:
            self.judged(program)
        self.assertRegex(str(caught.exception), "SIG|signal|KILL")

    def test_the_same_program_unspoilt_is_not(self):
        self.judged(self.build_spoilt(lambda text: text + "\n"))


if __name__ == "__main__":
    main()
