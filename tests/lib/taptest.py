# SPDX-License-Identifier: GPL-2.0-or-later
"""unittest with Test Anything Protocol output, and fake roots for the program under test."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = os.environ.get("XEN_FLAT", str(HERE.parent.parent / "build/src/configurator/xen-flat"))


class TapResult(unittest.TestResult):
    """Prints one TAP line a test."""

    count = 0

    def line(self, ok, test, extra=""):
        self.count += 1
        name = "".join(c if c.isprintable() else "?" for c in test.id().split(".", 1)[-1])
        print(f"{ok} {self.count} - {name}{extra}", flush=True)

    def addSuccess(self, test):
        self.line("ok", test)

    def fail(self, test, err):
        self.line("not ok", test)
        for text in self._exc_info_to_string(err, test).splitlines():
            print("#", text, flush=True)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.fail(test, err)

    def addError(self, test, err):
        super().addError(test, err)
        self.fail(test, err)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err:
            self.fail(subtest, err)

    def addSkip(self, test, reason):
        self.line("ok", test, f" # SKIP {reason}")


def main():
    """Run the tests of the calling script, or those of the classes that are named."""
    result = TapResult()
    loader, module = unittest.defaultTestLoader, sys.modules["__main__"]
    tests = loader.loadTestsFromNames(sys.argv[1:], module) if sys.argv[1:] else loader.loadTestsFromModule(module)
    tests.run(result)
    print(f"1..{result.count}")
    sys.exit(0 if result.wasSuccessful() else 1)


def mask(cpus, width):
    """A CPU mask as %*pb prints it: groups of 32 bits, the highest first."""
    value = sum(1 << cpu for cpu in cpus)
    groups = (width + 31) // 32
    if groups == 1:
        return f"{value:0{(width + 3) // 4}x}"
    return ",".join(f"{value >> 32 * i & 0xFFFFFFFF:08x}" for i in reversed(range(groups)))


def cpus_of(text):
    """The CPUs of a list such as "0-3,8"."""
    cpus = []
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        cpus.extend(range(int(first), int(last or first) + 1))
    return cpus


def schedstat(cpus, levels, version=17, width=None, bare=()):
    """/proc/schedstat for CPUs whose levels are [(name, [group, ...]), ...], groups as CPU lists."""
    width = width or max(cpus) + 1
    counters = " 0" * (45 if version >= 17 else 36)
    lines = [f"version {version}", "timestamp 4294937296"]
    for cpu in cpus:
        lines.append(f"cpu{cpu} 0 0 0 0 0 0 1 1 1")
        depth = 0
        for name, groups in levels:
            group = next((g for g in map(cpus_of, groups) if cpu in g), None)
            if group is None or cpu in bare:
                continue
            label = f"{name} " if version >= 17 else ""
            lines.append(f"domain{depth} {label}{mask(group, width)}{counters}")
            depth += 1
    return "\n".join(lines) + "\n"


class Root:
    """A folder that looks like a machine."""

    def __init__(self):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="xen-flat-root-"))

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)

    def file(self, path):
        return self.path / path.lstrip("/")

    def write(self, path, content):
        target = self.file(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            target.write_bytes(content)
        else:
            target.write_text(content)
        return self

    def xen(self, guest_type="PVH", features="00012305"):
        self.write("/sys/hypervisor/type", "xen\n")
        self.write("/sys/hypervisor/properties/features", features + "\n")
        if guest_type:
            self.write("/sys/hypervisor/guest_type", guest_type + "\n")
        return self

    def cpus(self, online, possible=None, isolated=""):
        base = "/sys/devices/system/cpu/"
        self.write(base + "online", online + "\n")
        self.write(base + "possible", (possible or online) + "\n")
        self.write(base + "isolated", isolated + "\n")
        return self

    def nodes(self, *lists):
        for number, cpus in enumerate(lists):
            self.write(f"/sys/devices/system/node/node{number}/cpulist", cpus + "\n")
        return self

    def siblings(self, cpu, **lists):
        """sysfs masks of one CPU: thread=, cluster=, llc=, package="""
        base = f"/sys/devices/system/cpu/cpu{cpu}/"
        files = {
            "thread": "topology/thread_siblings_list",
            "cluster": "topology/cluster_cpus_list",
            "package": "topology/package_cpus_list",
            "llc": "cache/index3/shared_cpu_list",
        }
        for name, cpus in lists.items():
            self.write(base + files[name], cpus + "\n")
        return self

    def guest(self, levels=(("MC", ("0-1", "2-3")), ("PKG", ("0-3",))), online="0-3", version=17):
        """A PVH guest with these levels."""
        self.xen().cpus(online)
        self.write("/proc/schedstat", schedstat(cpus_of(online), levels, version))
        self.write("/proc/sys/kernel/osrelease", "6.12.0-test\n")
        return self

    def run(self, *arguments, env=None, timeout=60):
        return subprocess.run(
            [PROGRAM, "--root", str(self.path), *arguments],
            capture_output=True, text=True, errors="surrogateescape", timeout=timeout, check=False,
            env={**os.environ, **(env or {})},
        )

    def keys(self, *arguments, **more):
        """What the program prints, as a dictionary, quotes taken off."""
        output = self.run(*arguments, **more).stdout
        return parse_keys(output)


def parse_keys(text):
    """key=value lines up to the first empty one, unquoted as a shell does."""
    import shlex

    pairs = {}
    for line in text.splitlines():
        if not line:
            break
        key, _, value = line.partition("=")
        pairs[key] = shlex.split(value)[0] if value else ""
    return pairs


class RootTest(unittest.TestCase):
    """A test with a fake root of its own."""

    def setUp(self):
        self.root = Root()
        self.addCleanup(self.root.remove)

    def expect(self, *command, **wanted):
        got = self.root.keys(*(command or ("decide",)))
        self.assertEqual({key: got.get(key) for key in wanted}, wanted)
