#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Where the search starts: inputs for each target of tests/fuzz, out of the machines in tests/cases and of files as the
program's own tests use them.

usage: seeds.py FOLDER
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
from taptest import schedstat  # noqa: E402

CASES = HERE.parent / "cases"
SEPARATOR = b"\xfe"
TOPOLOGY = "sys/devices/system/cpu/"
RECORD = """schema=1
version=0.1.0
boot_id=11111111-2222-3333-4444-555555555555
decision=flatten
reason=hierarchical
result=done
levels_before='MC:0-1|2-3 PKG:0-3'
error='it'\\''s'
complete=yes
"""
DROP_IN = """# Set by "xen-flat bootparams apply", taken back by "xen-flat bootparams remove".
# boot_id=11111111-2222-3333-4444-555555555555
GRUB_CMDLINE_LINUX="$GRUB_CMDLINE_LINUX numa=off"
"""
NOTE = "loader=grubby\nparameters='xen.topology=flat'\nboot_id=1111\n"


def of_cases(*paths):
    """For each machine that has the first file: its files, joined."""
    for folder in sorted(CASES.iterdir()):
        files = [folder / path for path in paths]
        if files[0].is_file():
            yield SEPARATOR.join(file.read_bytes()[:3000] if file.is_file() else b"" for file in files)


def parts(*texts):
    return SEPARATOR.join(text.encode() for text in texts)


def cpu_lists():
    for file in sorted(CASES.rglob("*_list")):
        yield file.read_bytes()
    yield from (b"0-3,8\n", b"", b"0-8191\n", b"1,3,5-7", b"8192", b"3-1", b"0-")


SEEDS = {
    "schedstat": lambda: [
        *of_cases("proc/schedstat", TOPOLOGY + "isolated"),
        *(schedstat(range(4), levels, version, width).encode() for version in (15, 16, 17) for width in (4, 64)
          for levels in ((("MC", ("0-1", "2-3")), ("PKG", ("0-3",))), (("VCPU", ("0-3",)),), (("SMT", ("0-1", "2-3")),)))],
    "cpu-list": cpu_lists,
    "mask": lambda: [b"f", b"0000000f", b"ffffffff,00000001", b"0,0,80000000", b"1,", b",1", b"0" * 9, b"g"],
    "hypervisor": lambda: [
        *of_cases("sys/hypervisor/properties/features", "sys/hypervisor/guest_type", "sys/hypervisor/version/major",
                  "sys/hypervisor/version/minor", "sys/hypervisor/version/extra", "sys/hypervisor/uuid",
                  "proc/xen/capabilities", "sys/class/dmi/id/bios_version"),
        parts("00012305\n", "PVH\n", "4\n", "17\n", ".7\n", "00000000-0000-0000-0000-000000000000\n", "control_d\n",
              "4.2.amazon\n", "HVM domU\n", "6.12.0\n", "Linux version 6.12.0 (x)\n", "xen\n")],
    "cmdline": lambda: [
        *of_cases("proc/cmdline"), b"quiet xen_flat=off -- xen_flat=on\n", b"xen.topology=flat numa=offquiet $tuned_params\n",
        b'a="b c" modprobe.blacklist=x,xen_flat root=UUID=1b', b"BOOT_IMAGE=/vmlinuz quietnuma=off module_blacklist=xen_flat"],
    "config": lambda: [
        b"# x\ntopology = flat\nwakeup = spread\nloader = grub\nvcpu_online = no\n" + SEPARATOR + b"topology=node\n",
        b"topology = maybe\nx\n= y\n", b"\xff\xfe\0"],
    "record": lambda: [RECORD.encode(), RECORD[:-4].encode(), b"schema=2\ncomplete=yes\n", b"a='b\n"],
    "levels": lambda: [b"MC:0-1|2-3 PKG:0-3", b"?:0-3", b"SMT:0|1 NUMA:?", b"VCPU:0-1|2-3 NUMA:0-3", b"A:0-1|1-2 B:0-2"],
    "grub": lambda: [
        parts(DROP_IN, "### BEGIN /etc/grub.d/10_linux ###\nlinux /vmlinuz root=/dev/xvda1 numa=off\n",
              'GRUB_CMDLINE_LINUX="quiet numa=off"\n', "# x\nroot=/dev/xvda1 ro numa=off\n", '\nLOADER_TYPE="grub2-efi"\n',
              "options root=UUID=1 xen.topology=flat\n", NOTE, NOTE, "X='numa=off'\n", "BOOT_IMAGE=/vmlinuz numa=off\n")],
    "cpuid": lambda: [*of_cases("cpuid-hv.txt"), b"0x40000000 Microsoft Hv\n0x40000100 XenVMMXenVMM\n"],
    "module-lists": lambda: [
        parts("# x\nblacklist xen_flat\n", "install xen-flat /bin/false\n", "kernel/a.ko: b.ko\nextra/xen_flat.ko.xz:\n",
              "x~Module signature appended~\n", "none [integrity] confidentiality\n", "1\n"),
        parts("options x y\n", "", "/lib/modules/6/extra/xen_flat.ko:\n")],
    "sysfs-masks": lambda: [
        *of_cases(TOPOLOGY + "cpu0/topology/thread_siblings_list", TOPOLOGY + "cpu0/topology/cluster_cpus_list",
                  TOPOLOGY + "cpu0/cache/index3/shared_cpu_list", TOPOLOGY + "cpu1/topology/thread_siblings_list",
                  TOPOLOGY + "cpu1/cache/index2/shared_cpu_list", "sys/devices/system/node/node0/cpulist",
                  "sys/devices/system/node/node1/cpulist", TOPOLOGY + "online"),
        parts("0\n", "0\n", "0-1\n", "1\n", "0-1\n", "0\n", "1\n", "0-1\n", "", "1\n", "0-1\n")],
    "proc-stat": lambda: [b"cpu  5 0 7 900 3 0 1 44 0 0\ncpu0 1 0 2 3\n", b"cpu  1 2 3 4\n", b"intr 1\n"],
    "planted": lambda: [b"xyz"],
}

if __name__ == "__main__":
    for target, seeds in SEEDS.items():
        folder = pathlib.Path(sys.argv[1]) / target
        folder.mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(seeds()):
            (folder / f"seed-{number}").write_bytes(seed)
