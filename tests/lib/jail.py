# SPDX-License-Identifier: GPL-2.0-or-later
"""A folder that the program takes for the live system: a change of root, in which /proc and /sys are plain files.

The real program runs there without --root, with its libraries. It may load no kernel module: that right is taken away.
"""

import os
import shutil
import stat
import subprocess

from taptest import PROGRAM, Root

SHARED = os.environ.get("XEN_FLAT_SHARED")
LIBRARIES = ("libkmod.so.2", "libudev.so.1")
PROGRAM_INSIDE = "/usr/sbin/xen-flat"
WITHOUT_MODULES = ["setpriv", "--bounding-set", "-sys_module", "--inh-caps", "-sys_module"]


def libraries_of(*files):
    """Every library that the files and the ones opened by name need."""
    cache = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    opened = [line.split()[-1] for line in cache.splitlines() if line.split()[:1] and line.split()[0] in LIBRARIES]
    found = set(opened)
    for file in (*files, *opened):
        told = subprocess.run(["ldd", file], capture_output=True, text=True, check=False).stdout
        found.update(word for word in told.split() if word.startswith("/"))
    return sorted(found)


class Jail(Root):
    """A guest with several levels, whose module cannot be loaded."""

    def __init__(self, program=PROGRAM):
        super().__init__()
        self.path.chmod(0o755)
        self.copy(program, PROGRAM_INSIDE)
        for library in libraries_of(program):
            self.copy(library, library)
        for folder in ("dev", "run", "var/lib"):
            (self.path / folder).mkdir(parents=True)
        os.mknod(self.path / "dev/null", stat.S_IFCHR | 0o666, os.makedev(1, 3))
        (self.path / "dev/null").chmod(0o666)
        self.guest()
        self.write("/proc/sys/kernel/random/boot_id", "11111111-2222-3333-4444-555555555555\n")
        self.write("/proc/sys/kernel/tainted", "0\n")
        # or the one of this machine's kernel would be asked for
        self.write("/sys/kernel/security/lockdown", "[none] integrity confidentiality\n")
        self.write("/proc/cmdline", "BOOT_IMAGE=/boot/vmlinuz quiet\n")

        if SHARED:
            self.share(SHARED)

    def share(self, folder):
        """The same folder inside, at the same place: what a program built for coverage writes is kept."""
        inside = self.file(folder)
        inside.mkdir(parents=True)
        subprocess.run(["mount", "--bind", folder, inside], check=True)

    def remove(self):
        if SHARED:
            subprocess.run(["umount", self.file(SHARED)], check=True)
        super().remove()

    def copy(self, source, path):
        target = self.file(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(os.path.realpath(source), target)

    def shell(self):
        """What scripts in there need."""
        self.copy("/bin/busybox", "/bin/busybox")
        for name in ("sh", "cat", "cp", "env", "sed"):
            self.file(f"/bin/{name}").symlink_to("busybox")

    def script(self, path, *lines):
        self.write(path, "\n".join(("#!/bin/sh", *lines, "")))
        self.file(path).chmod(0o755)

    def module(self, content=b"no module\n"):
        """A module for the kernel that runs this test, that no kernel loads."""
        self.write(f"/lib/modules/{os.uname().release}/extra/xen_flat.ko", content)

    def grub(self):
        """Debian's boot loader tools: update-grub is a stand-in that does what it says in grub.cfg."""
        self.shell()
        self.write("/etc/debian_version", "12\n")
        self.write("/etc/default/grub", 'GRUB_CMDLINE_LINUX="quiet"\n')
        (self.path / "etc/default/grub.d").mkdir()
        self.write("/boot/grub/grub.cfg", "### BEGIN /etc/grub.d/10_linux ###\nlinux /boot/vmlinuz quiet\n")
        self.script("/usr/sbin/update-grub", "env >/run/environment",
                    "GRUB_CMDLINE_LINUX=quiet",
                    "for file in /etc/default/grub.d/*.cfg; do [ ! -e $file ] || . $file; done",
                    'echo "### BEGIN /etc/grub.d/10_linux ###" >/boot/grub/grub.cfg',
                    'echo "linux /boot/vmlinuz $GRUB_CMDLINE_LINUX" >>/boot/grub/grub.cfg')
        # what makes it worth a parameter: NUMA levels only, flat is wanted, no module
        self.write("/etc/xen-flat.conf", "topology = flat\n")
        self.nodes("0-1", "2-3")
        for cpu in range(4):
            self.siblings(cpu, thread=str(cpu), cluster=str(cpu), llc=str(cpu))

    def command(self, *arguments, before=(), inside=()):
        """How it is started: `before` the change of root, and `inside` of it."""
        return [*WITHOUT_MODULES, *before, "/usr/sbin/chroot", str(self.path), *inside, PROGRAM_INSIDE, *arguments]

    def run(self, *arguments, env=None, timeout=60, before=(), inside=()):
        return subprocess.run(
            self.command(*arguments, before=before, inside=inside), capture_output=True, text=True,
            errors="surrogateescape", timeout=timeout, check=False, env={**os.environ, **(env or {})},
        )

    def remember(self, *folders):
        """What is below these folders, for put_back()."""
        return {folder: {path: (path.stat().st_mode, path.read_bytes() if path.is_file() else None)
                         for path in sorted(self.file(folder).rglob("*"))} for folder in folders}

    def put_back(self, remembered):
        for folder, paths in remembered.items():
            for path in sorted(self.file(folder).rglob("*"), reverse=True):
                if path not in paths:
                    path.rmdir() if path.is_dir() else path.unlink()
            for path, (mode, content) in paths.items():
                if content is None:
                    path.mkdir(parents=True, exist_ok=True)
                else:
                    path.write_bytes(content)
                path.chmod(mode)
