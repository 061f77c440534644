#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Policy, settings and means, each row and each word, through the real program on fake roots."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "lib"))
from taptest import RootTest, main, schedstat  # noqa: E402

HIERARCHY = (("MC", ("0-1", "2-3")), ("PKG", ("0-3",)))
FLAT = (("PKG", ("0-3",)),)
MODULE = "/lib/modules/6.12.0-test/updates/dkms/xen_flat.ko"
SIGNED = b"\x7fELF" + b"\0" * 100 + b"~Module signature appended~\n"


class Policy(RootTest):
    """One test a row of the policy, in its order."""

    def test_row_1_not_xen(self):
        self.root.cpus("0-3").write("/proc/schedstat", schedstat(range(4), HIERARCHY))
        self.expect(hypervisor="none", decision="keep", reason="not-xen", method="none",
                    method_reason="not-needed")

    def test_row_1_other_hypervisor(self):
        self.root.cpus("0-3").write("/cpuid-hv.txt", "0x40000000 KVMKVMKVM\n")
        self.expect(hypervisor="other", role="none", decision="keep", reason="not-xen")

    def test_row_2_container_wins_over_settings(self):
        self.root.guest().write("/etc/xen-flat.conf", "topology = flat\n")
        self.root.write("/run/systemd/container", "lxc\n")
        self.expect(container="yes", decision="keep", reason="container")

    def test_row_3_native(self):
        self.root.guest().write("/etc/xen-flat.conf", "topology = native\n")
        self.expect(decision="keep", wanted="native", reason="admin-native")

    def test_row_4_flat_wins_over_ec2(self):
        self.root.guest().write("/sys/class/dmi/id/bios_version", "4.11.amazon\n")
        self.root.write("/etc/xen-flat.conf", "topology = flat\n")
        self.expect(cloud="ec2", decision="flatten", wanted="flat", reason="admin-flat")

    def test_row_4_already_flat(self):
        self.root.guest(FLAT).write("/etc/xen-flat.conf", "topology = flat\n")
        self.expect(decision="keep", wanted="flat", reason="already-flat")

    def test_row_4_node_on_one_node(self):
        self.root.guest().write("/etc/xen-flat.conf", "topology = node\n")
        self.expect(decision="flatten", wanted="node", reason="admin-node")

    def test_row_4_flat_over_nodes(self):
        levels = (("PKG", ("0-1", "2-3")), ("NUMA", ("0-3",)))
        self.root.guest(levels).nodes("0-1", "2-3")
        self.expect(topology="flat-node", decision="keep", reason="already-flat", wanted="node")
        self.root.write("/etc/xen-flat.conf", "topology = flat\n")
        self.expect(decision="flatten", reason="admin-flat", wanted="flat")

    def test_row_5_dom0_unknown(self):
        self.root.guest().xen("PV", "000228f0")
        self.expect(role="dom0", vcpus_pinned="unknown", decision="keep", reason="dom0")

    def test_row_5_dom0_pinned(self):
        self.root.guest().xen("PV", "000228f0").write("/vcpus-pinned.txt", "yes\n")
        self.expect(vcpus_pinned="yes", decision="keep", reason="dom0-pinned")

    def test_row_5_dom0_unpinned_goes_on(self):
        self.root.guest().xen("PV", "000228f0").write("/vcpus-pinned.txt", "no\n")
        self.expect(vcpus_pinned="no", decision="flatten", reason="hierarchical")

    def test_a_domu_is_never_asked(self):
        self.root.guest().write("/vcpus-pinned.txt", "yes\n")
        self.expect(vcpus_pinned="unknown", decision="flatten")

    def test_row_6_ec2(self):
        self.root.guest().write("/sys/class/dmi/id/bios_version", "4.2.amazon\n")
        self.expect(cloud="ec2", decision="keep", reason="pinned-platform")

    def test_row_6_ec2_uuid_both_byte_orders(self):
        for uuid in ("ec2e1916-9099-7caf-fd21-012345abcdef", "45E12AEC-DCD1-B213-94ED-01234567ABCD"):
            self.root.guest().write("/sys/hypervisor/uuid", uuid + "\n")
            self.expect(cloud="ec2", reason="pinned-platform")
        self.root.write("/sys/hypervisor/uuid", "11e9634e-ed09-11f1-b3aa-e514a529ab20\n")
        self.expect(cloud="none")

    def test_row_7_single_cpu(self):
        self.root.xen().cpus("2", "0-3")
        self.expect(cpus_online="2", topology="flat", decision="keep", reason="single-cpu")

    def test_row_8_unknown(self):
        self.root.xen().cpus("0-3")
        self.expect(topology="unknown", decision="keep", reason="topology-unknown")

    def test_row_9_flat(self):
        self.root.guest(FLAT)
        self.expect(topology="flat", decision="keep", reason="already-flat", wanted="flat")

    def test_row_10_vnuma(self):
        levels = (("MC", ("0-1", "2-3", "4-5", "6-7")), ("PKG", ("0-3", "4-7")), ("NUMA", ("0-7",)))
        self.root.guest(levels, "0-7").nodes("0-3", "4-7")
        self.expect(numa_nodes="2", topology="hierarchical", decision="flatten", wanted="node",
                    reason="vnuma")

    def test_row_11_hierarchical(self):
        self.root.guest()
        self.expect(decision="flatten", wanted="flat", reason="hierarchical")

    def test_row_11_fake_smt(self):
        self.root.guest((("SMT", ("0-3",)),))
        self.expect(topology="flat-smt", decision="flatten", wanted="flat", reason="fake-smt")

    def test_explain_names_the_row(self):
        self.root.guest()
        lines = self.root.run("decide", "--explain").stdout.splitlines()
        self.assertEqual(len(lines), 11)
        self.assertIn("yes", lines[10])
        self.assertIn("flatten, hierarchical", lines[10])
        self.assertFalse([line for line in lines[:10] if " yes " in line])


class Settings(RootTest):
    """Files, drop-ins, kernel command line."""

    def settings(self, **wanted):
        self.expect(**wanted)

    def setUp(self):
        super().setUp()
        self.root.guest()

    def test_default(self):
        self.settings(setting="auto", setting_source="default", wakeup="local")

    def test_file(self):
        self.root.write("/etc/xen-flat.conf", "# comment\n\n topology=native \nwakeup = spread\n")
        self.settings(setting="native", setting_source="config", wakeup="spread")

    def test_every_documented_key_is_known(self):
        self.root.write("/etc/xen-flat.conf", "topology=flat\nwakeup=local\nloader=auto\nvcpu_online=no\n")
        self.assertEqual(self.root.run("decide").stderr, "")
        self.root.write("/etc/xen-flat.conf", "topologie=flat\n")
        self.assertIn("topologie", self.root.run("decide").stderr)

    def test_later_drop_in_wins(self):
        self.root.write("/etc/xen-flat.conf", "topology = native\n")
        self.root.write("/etc/xen-flat.conf.d/10-a.conf", "topology = flat\n")
        self.root.write("/etc/xen-flat.conf.d/20-b.conf", "topology = node\n")
        self.root.write("/etc/xen-flat.conf.d/30-c.conf.disabled", "topology = native\n")
        self.settings(setting="node", setting_source="config")

    def test_cmdline_wins_and_its_last_word(self):
        self.root.write("/etc/xen-flat.conf", "topology = native\n")
        self.root.write("/proc/cmdline", "quiet xen_flat=off xen_flat=node\n")
        self.settings(setting="node", setting_source="cmdline")

    def test_on_and_off(self):
        self.root.write("/proc/cmdline", "xen_flat=off\n")
        self.settings(setting="native", setting_source="cmdline")
        self.root.write("/proc/cmdline", "xen_flat=on\n")
        self.settings(setting="auto", setting_source="cmdline")

    def test_words_for_init_are_not_ours(self):
        self.root.write("/proc/cmdline", "quiet -- xen_flat=off\n")
        self.settings(setting="auto", setting_source="default")

    def test_similar_words_are_not_ours(self):
        self.root.write("/proc/cmdline", "not_xen_flat=off xen_flat_x=off \"x=a xen_flat=off\"\n")
        self.settings(setting="auto", setting_source="default")

    def test_bad_value_is_auto_with_one_line(self):
        self.root.write("/etc/xen-flat.conf", "topology = flatt\n")
        self.settings(setting="auto")
        lines = self.root.run("decide").stderr.splitlines()
        self.assertEqual(len(lines), 1)
        self.assertIn("flatt", lines[0])
        self.root.write("/proc/cmdline", "xen_flat=maybe\n")
        self.settings(setting="auto", setting_source="cmdline")

    def test_file_that_others_can_write_is_ignored(self):
        self.root.write("/etc/xen-flat.conf", "topology = native\n")
        self.root.file("/etc/xen-flat.conf").chmod(0o666)
        self.settings(setting="auto", setting_source="default")
        self.assertIn("writable", self.root.run("decide").stderr)
        self.root.file("/etc/xen-flat.conf").chmod(0o644)
        self.settings(setting="native")


class Means(RootTest):
    """Method and method_reason."""

    def setUp(self):
        super().setUp()
        self.root.guest()

    def method(self, method, reason, **more):
        self.expect(decision="flatten", method=method, method_reason=reason, **more)

    def test_module(self):
        self.root.write(MODULE, b"")
        self.method("module", "ok")

    def test_module_by_index(self):
        self.root.write("/lib/modules/6.12.0-test/modules.dep", "kernel/a.ko: b.ko\nodd/xen_flat.ko.zst:\n")
        self.method("none", "module-missing")
        self.root.write("/lib/modules/6.12.0-test/odd/xen_flat.ko.zst", b"")
        self.method("module", "ok")

    def test_module_of_another_kernel(self):
        self.root.write("/lib/modules/6.11.0/extra/xen_flat.ko", b"")
        self.root.write("/lib/modules/6.12.0-test/modules.dep", "")
        self.method("none", "module-missing")

    def test_release_from_proc_version(self):
        self.root.file("/proc/sys/kernel/osrelease").unlink()
        self.root.write("/proc/version", "Linux version 6.12.0-test (a@b) (gcc) #1\n")
        self.root.write(MODULE, b"")
        self.method("module", "ok", kernel="6.12.0-test")

    def test_each_compression(self):
        for suffix in (".xz", ".zst", ".gz"):
            with self.subTest(suffix):
                self.root.write(MODULE + suffix, b"")
                self.method("module", "ok")
                self.root.file(MODULE + suffix).unlink()

    def test_blacklist_on_the_cmdline(self):
        self.root.write(MODULE, b"")
        for word in ("modprobe.blacklist=a,xen_flat", "module_blacklist=xen_flat", "rd.driver.blacklist=xen_flat,b"):
            with self.subTest(word):
                self.root.write("/proc/cmdline", f"quiet {word}\n")
                self.method("none", "module-blacklisted")
        self.root.write("/proc/cmdline", "modprobe.blacklist=xen_flat2,a\n")
        self.method("module", "ok")

    def test_blacklist_in_files(self):
        self.root.write(MODULE, b"")
        for folder in ("/etc", "/run", "/usr/lib", "/lib"):
            for line in ("blacklist xen_flat", "blacklist xen-flat", "install xen_flat /bin/false",
                         " install\txen_flat /usr/bin/true"):
                with self.subTest(folder=folder, line=line):
                    path = f"{folder}/modprobe.d/x.conf"
                    self.root.write(path, f"# x\n{line}\n")
                    self.method("none", "module-blacklisted")
                    self.root.file(path).unlink()
        self.root.write("/etc/modprobe.d/x.conf", "# blacklist xen_flat\nblacklist other\noptions xen_flat a=b\n")
        self.method("module", "ok")

    def test_blacklist_file_replaced_by_etc(self):
        self.root.write(MODULE, b"").write("/usr/lib/modprobe.d/x.conf", "blacklist xen_flat\n")
        self.root.write("/etc/modprobe.d/x.conf", "")
        self.method("module", "ok")

    def test_signature_enforced(self):
        self.root.write(MODULE, b"").write("/sys/module/module/parameters/sig_enforce", "Y\n")
        self.method("none", "module-signature")
        self.root.write(MODULE, SIGNED)
        self.method("module", "ok")

    def test_lockdown(self):
        for word in ("none [integrity] confidentiality", "none integrity [confidentiality]"):
            self.root.write(MODULE, b"").write("/sys/kernel/security/lockdown", word + "\n")
            self.method("none", "module-lockdown")
            self.root.write(MODULE, SIGNED)
            self.method("module", "ok")
        self.root.write(MODULE, b"").write("/sys/kernel/security/lockdown", "[none] integrity\n")
        self.method("module", "ok")

    def test_modules_disabled(self):
        self.root.write(MODULE, b"").write("/proc/sys/kernel/modules_disabled", "1\n")
        self.method("none", "modules-disabled")

    def test_builtin_comes_first(self):
        self.root.write(MODULE, b"").write("/sys/module/xen/parameters/topology", "native\n")
        self.method("builtin", "ok")

    def numa_guest(self):
        levels = (("PKG", ("0-1", "2-3")), ("NUMA", ("0-3",)))
        self.root.guest(levels).nodes("0-1", "2-3").write("/etc/xen-flat.conf", "topology = flat\n")
        for cpu in range(4):
            self.root.siblings(cpu, thread=str(cpu), llc=str(cpu))

    def grub(self):
        self.root.write("/usr/sbin/update-grub", "").write("/etc/default/grub", "")
        self.root.write("/boot/grub/grub.cfg", "### BEGIN /etc/grub.d/00_header ###\n")

    def test_numa_off(self):
        self.numa_guest()
        self.method("none", "loader-unknown", parameters="")
        self.grub()
        self.method("parameters", "ok", parameters="numa=off")

    def test_numa_off_not_where_a_pv_guest_may_use_pygrub(self):
        self.numa_guest()
        self.grub()
        self.root.xen("PV", "000220e0")
        self.method("none", "pygrub-unsafe", parameters="")

    def test_numa_off_not_where_it_leaves_levels(self):
        self.numa_guest()
        self.grub()
        for cpu in range(4):
            self.root.siblings(cpu, llc="0-1" if cpu < 2 else "2-3")
        self.method("none", "module-missing", parameters="")


class InForce(RootTest):
    """The flattening rules the domains already."""

    def test_unnamed_level_equal_to_siblings_is_ours(self):
        self.root.guest((("VCPU", ("0-3",)),), version=16)
        for cpu in range(4):
            self.root.siblings(cpu, thread="0-3")
        self.expect(topology="flat-smt")
        self.root.write("/sys/module/xen_flat/parameters/mode", "flat\n")
        self.expect(topology="flat", decision="keep", reason="already-flat")
        self.root.write("/sys/module/xen_flat/parameters/mode", "native\n")
        self.expect(topology="flat-smt")
        self.root.write("/sys/module/xen/parameters/topology", "flat\n")
        self.expect(topology="flat")


if __name__ == "__main__":
    main()
