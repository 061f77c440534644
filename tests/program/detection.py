#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Who runs below the kernel, by each witness alone and by those that contradict each other; and containers."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "lib"))
from taptest import RootTest, main  # noqa: E402

FEATURES, GUEST_TYPE = "/sys/hypervisor/properties/features", "/sys/hypervisor/guest_type"
DMI = "/sys/class/dmi/id/"


class Detect(RootTest):
    def detected(self, *options, **wanted):
        got = self.root.keys("detect", *options)
        self.assertEqual({key: got.get(key) for key in wanted}, wanted)
        return got


class Sysfs(Detect):
    """/sys/hypervisor says xen."""

    def setUp(self):
        super().setUp()
        self.root.xen(None, "00012305")

    def version(self, major, minor, extra):
        for name, word in (("major", major), ("minor", minor), ("extra", extra)):
            if word is not None:
                self.root.write("/sys/hypervisor/version/" + name, word + "\n")

    def test_guest_type_decides(self):
        for word, wanted in (("PV", "pv"), ("PVH", "pvh"), ("HVM", "hvm"), ("Xen", "arm")):
            self.root.write(GUEST_TYPE, word + "\n")
            self.detected(hypervisor="xen", role="domU", guest_type=wanted)

    def test_features_where_there_is_no_guest_type(self):
        for features, role, guest_type in (
                ("000228f0", "dom0", "pv"), ("000220e0", "domU", "pv"), ("00012705", "domU", "hvm"),
                ("00012305", "domU", "pvh"), ("00012b05", "dom0", "pvh"), ("00000005", "domU", "arm"),
                ("00000100", "domU", "unknown")):
            with self.subTest(features):
                self.root.write(FEATURES, features + "\n")
                self.detected(role=role, guest_type=guest_type)

    def test_unknown_guest_type_is_no_answer(self):
        self.root.write(GUEST_TYPE, "PVX\n")
        self.detected(guest_type="pvh")

    def test_pirqs_are_optional_since_4_19(self):
        self.version("4", "19", ".0")
        self.detected(guest_type="unknown", xen_version="4.19.0")
        self.root.write(DMI + "product_name", "HVM domU\n")
        self.detected(guest_type="hvm")
        self.root.write(DMI + "product_name", "Other\n")
        self.version("4", "18", ".3")
        self.detected(guest_type="pvh", xen_version="4.18.3")

    def test_versions_that_are_none(self):
        for major, minor, extra, wanted in (("4", "17", None, "4.17"), ("4", "17", "<denied>", "4.17"), ("x", "17", ".1", ""),
                                            ("4", "", ".1", ""), ("", "17", ".1", "")):
            with self.subTest((major, minor, extra)):
                self.root.file("/sys/hypervisor/version/extra").unlink(missing_ok=True)
                self.version(major, minor, extra)
                self.detected(xen_version=wanted)

    def test_role_without_features(self):
        self.root.file(FEATURES).unlink()
        self.detected(role="domU", guest_type="unknown")
        self.root.write("/proc/xen/capabilities", "\n")
        self.detected(role="domU")
        self.root.write("/proc/xen/capabilities", "control_d\n")
        self.detected(role="dom0")
        self.root.file("/proc/xen/capabilities").unlink()
        self.root.write("/sys/hypervisor/uuid", "00000000-0000-0000-0000-000000000000\n")
        got = self.detected("--verbose", role="dom0")
        self.assertIn("zero", [got[key] for key in got if key.endswith("sysfs_uuid")])
        for uuid in ("---", "10000000-0000-0000-0000-000000000000"):
            self.root.write("/sys/hypervisor/uuid", uuid + "\n")
            self.detected(role="domU")

    def test_features_that_are_no_number(self):
        for text in ("", "zz", "12305 junk", "1" * 20):
            self.root.write(FEATURES, text + "\n")
            self.detected(role="domU", guest_type="unknown")

    def test_ec2(self):
        self.detected(cloud="none")
        self.root.write(DMI + "bios_version", "4.2.amazon\n")
        self.detected(cloud="ec2")
        self.root.write(DMI + "bios_version", "amazon.4.2\n")
        self.detected(cloud="none")
        for uuid, cloud in (("EC2e1916-9099", "ec2"), ("45e12aec-dcd1", "ec2"), ("45e12a", "none"), ("45e13aec-dcd1", "none"),
                            ("45e12abc-dcd1", "none")):
            with self.subTest(uuid):
                self.root.write("/sys/hypervisor/uuid", uuid + "\n")
                self.detected(cloud=cloud)

    def test_witnesses_are_told_when_asked_for(self):
        self.assertFalse([key for key in self.root.keys("detect") if key.startswith("witness")])
        told = self.detected("--verbose")
        self.assertEqual(told["witness_1_sysfs_type"], "xen")
        self.assertEqual(told["witness_2_sysfs_features"], "00012305")

    def test_pinning_is_asked_in_a_dom0_only(self):
        self.root.write("/vcpus-pinned.txt", "yes\n")
        self.detected(vcpus_pinned="unknown")
        self.root.write(FEATURES, "000228f0\n")
        self.detected(vcpus_pinned="yes")
        self.root.write("/vcpus-pinned.txt", "perhaps\n")
        self.detected(vcpus_pinned="unknown")
        self.root.file("/vcpus-pinned.txt").unlink()
        self.detected(vcpus_pinned="unknown")


class WithoutSysfs(Detect):
    """The kernel is silent."""

    def test_nobody(self):
        self.detected(hypervisor="none", role="none", guest_type="none")

    def test_empty_type(self):
        self.root.write("/sys/hypervisor/type", "\n")
        self.detected(hypervisor="none")

    def test_another_type(self):
        self.root.write("/sys/hypervisor/type", "kvm\n")
        self.detected(hypervisor="other", role="none")

    def test_cpuid(self):
        self.root.write("/cpuid-hv.txt", "0x40000000 Microsoft Hv\n0x40000100 XenVMMXenVMM\n")
        got = self.detected("--verbose", hypervisor="xen", role="domU", guest_type="unknown")
        self.assertIn("Microsoft Hv", got.values())
        self.root.write("/cpuid-hv.txt", "0x40000000 KVMKVMKVM\n")
        self.detected(hypervisor="other")
        self.root.write("/cpuid-hv.txt", "0x40000000\t\n0x50000000 XenVMMXenVMM\nx\n")
        self.detected(hypervisor="none")

    def test_device_tree(self):
        self.root.write("/proc/device-tree/hypervisor/compatible", "xen,xen-4.17\0xen,xen\0")
        self.detected(hypervisor="xen", guest_type="arm")
        self.root.write("/proc/device-tree/hypervisor/compatible", "linux,kvm\0")
        self.detected(hypervisor="none")

    def test_bus(self):
        self.root.file("/sys/bus/xen/devices").mkdir(parents=True)
        self.detected(hypervisor="none")
        self.root.write("/sys/bus/xen/devices/vif-0", "")
        self.detected(hypervisor="xen", guest_type="unknown")

    def test_what_proves_nothing(self):
        self.root.write(DMI + "product_name", "HVM domU\n").write("/sys/block/xvda/size", "1\n")
        self.root.file("/proc/xen").mkdir(parents=True)
        self.detected(hypervisor="none")


class Container(Detect):
    def setUp(self):
        super().setUp()
        self.root.guest()

    def is_container(self, wanted):
        self.detected(container="yes" if wanted else "no")

    def test_markers(self):
        for marker in ("/run/systemd/container", "/run/host/container-manager", "/run/.containerenv", "/.dockerenv"):
            with self.subTest(marker):
                self.is_container(False)
                self.root.write(marker, "x\n")
                self.is_container(True)
                self.root.file(marker).unlink()

    def test_environment_of_init(self):
        for text, wanted in (("PATH=/bin\0container=lxc\0", True), ("PATH=/bin\0container=\0", False), ("xcontainer=lxc\0", False),
                             ("", False)):
            self.root.write("/proc/1/environ", text)
            self.is_container(wanted)

    def test_openvz(self):
        self.root.write("/proc/vz/x", "")
        self.is_container(True)
        self.root.write("/proc/bc/x", "")
        self.is_container(False)

    def test_control_groups(self):
        for path, wanted in (("/docker/1234", True), ("/system.slice/docker-12.scope", True), ("/lxc/x", True),
                             ("/kubepods/y", True), ("/machine.slice/libpod-1.scope", True), ("/init.scope", False)):
            self.root.write("/proc/1/cgroup", f"1:name=systemd:{path}\n")
            self.is_container(wanted)


class Kernel(Detect):
    def test_release(self):
        self.root.guest()
        self.detected(kernel="6.12.0-test")
        self.root.write("/proc/sys/kernel/osrelease", "\n")
        self.root.write("/proc/version", "Linux version 6.11.1-other (x) #1\n")
        self.detected(kernel="6.11.1-other")
        self.root.file("/proc/sys/kernel/osrelease").unlink()
        self.detected(kernel="6.11.1-other")
        self.root.write("/proc/version", "Linux version\n")
        self.assertNotEqual(self.root.keys("detect")["kernel"], "6.11.1-other")

    def test_a_release_longer_than_any(self):
        self.root.guest().write("/proc/sys/kernel/osrelease", "")
        self.root.write("/proc/version", "Linux version " + "6" * 300 + "\n")
        self.detected(kernel="6" * 64)


if __name__ == "__main__":
    main()
