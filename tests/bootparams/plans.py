#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""bootparams on fake roots: what it would do, what it leaves alone, what it reports.

Under --root the program edits files below the root and runs no boot loader tool; runs of the real
update-grub are in grub, of the other tools' stand-ins in tools.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "lib"))
from taptest import RootTest, main, parse_keys  # noqa: E402

DROP_IN = "/etc/default/grub.d/60-xen-flat.cfg"
NOTE = "/var/lib/xen-flat/bootparams"
MARK = "### BEGIN /etc/grub.d/00_header ###\n"
BY_GRUB = "BOOT_IMAGE=/boot/vmlinuz root=/dev/xvda1 ro quiet"


class Base(RootTest):
    def setUp(self):
        super().setUp()
        self.numa_guest()
        self.debian()
        self.boot("one", BY_GRUB)

    def numa_guest(self):
        """Nodes are the only levels too many, and the admin wants flat: numa=off gives that."""
        levels = (("PKG", ("0-1", "2-3")), ("NUMA", ("0-3",)))
        self.root.guest(levels).nodes("0-1", "2-3").write("/etc/xen-flat.conf", "topology = flat\n")
        for cpu in range(4):
            self.root.siblings(cpu, thread=str(cpu), llc=str(cpu))

    def builtin_guest(self, mode="native"):
        self.root.guest().nodes("0-3").write("/etc/xen-flat.conf", "")
        self.root.file("/sys/devices/system/node/node1/cpulist").unlink()
        self.root.write("/sys/module/xen/parameters/topology", mode + "\n")

    def debian(self):
        self.root.write("/usr/sbin/update-grub", "").write("/etc/default/grub", 'GRUB_CMDLINE_LINUX=""\n')
        self.root.write("/boot/grub/grub.cfg", MARK)

    def fedora(self, tool="grubby"):
        for path in ("/usr/sbin/update-grub", "/boot/grub/grub.cfg"):
            self.root.file(path).unlink()
        self.root.write(f"/usr/sbin/{tool}", "").write("/boot/grub2/grub.cfg", "")

    def boot(self, boot_id, cmdline):
        self.root.write("/proc/sys/kernel/random/boot_id", boot_id + "\n")
        self.root.write("/proc/cmdline", cmdline + "\n")

    def bootparams(self, action, code=0):
        done = self.root.run("bootparams", action)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def plan(self, action="plan", **wanted):
        got = parse_keys(self.bootparams(action).stdout)
        self.assertEqual({key: got.get(key) for key in wanted}, wanted)

    def text(self, path):
        file = self.root.file(path)
        return file.read_text() if file.exists() else None

    def tree(self):
        files = (file for file in sorted(self.root.path.rglob("*")) if file.is_file())
        return {str(file.relative_to(self.root.path)): file.read_bytes() for file in files}

    def untouched(self, action="apply"):
        before = self.tree()
        done = self.bootparams(action)
        self.assertEqual(self.tree(), before)
        return done


class Plan(Base):
    def test_numa_off(self):
        self.plan(method="parameters", method_reason="ok", parameters="numa=off", loader="update-grub",
                  changes=f"write {DROP_IN}, run /usr/sbin/update-grub")
        self.untouched("plan")

    def test_not_where_the_module_can_do_it(self):
        self.root.write("/lib/modules/6.12.0-test/updates/xen_flat.ko", b"")
        self.plan(method="module", parameters="", changes="none")
        self.untouched()

    def test_where_the_record_says_that_the_module_failed(self):
        self.root.write("/lib/modules/6.12.0-test/updates/xen_flat.ko", b"")
        record = "schema=1\nboot_id={}\nmethod=parameters\nresult=unchanged\ncomplete=yes\n"
        self.root.write("/run/xen-flat/decision", record.format("one"))
        self.plan(method="parameters", parameters="numa=off")
        self.root.write("/run/xen-flat/decision", record.format("another"))
        self.plan(method="module", parameters="")

    def test_not_where_numa_off_leaves_levels(self):
        for cpu in range(4):
            self.root.siblings(cpu, thread="0-1" if cpu < 2 else "2-3")
        self.plan(method="none", method_reason="module-missing", parameters="", changes="none")
        self.untouched()

    def test_not_where_nodes_are_wanted(self):
        self.root.write("/etc/xen-flat.conf", "topology = node\n")
        self.root.siblings(0, thread="0-1").siblings(1, thread="0-1")
        self.plan(parameters="", changes="none")

    def test_builtin_is_kept(self):
        self.builtin_guest()
        self.plan(method="builtin", method_reason="ok", parameters="xen.topology=flat")
        self.root.write("/etc/xen-flat.conf", "topology = node\n")
        self.plan(parameters="xen.topology=node")

    def test_builtin_is_kept_when_it_rules_already(self):
        self.builtin_guest("flat")
        self.root.guest((("VCPU", ("0-3",)),))
        self.plan(method="none", method_reason="not-needed", parameters="xen.topology=flat")
        self.root.write("/sys/module/xen/parameters/topology", "native\n")
        self.plan(parameters="", changes="none")

    def test_native_wants_no_parameter(self):
        self.builtin_guest()
        self.root.write("/etc/xen-flat.conf", "topology = native\n")
        self.plan(method="none", parameters="", changes="none")
        self.untouched()

    def test_dom0_is_left_alone(self):
        self.builtin_guest()
        self.root.xen("PV", "000228f0").write("/vcpus-pinned.txt", "no\n")
        for loader in ("auto", "grub"):
            self.root.write("/etc/xen-flat.conf", f"loader = {loader}\n")
            self.plan(method="builtin", method_reason="no-parameter", parameters="", changes="none")
            self.untouched()

    def test_off_xen_nothing(self):
        self.root.file("/sys/hypervisor/type").unlink()
        self.root.file("/sys/hypervisor/guest_type").unlink()
        self.root.file("/sys/hypervisor/properties/features").unlink()
        self.plan(method="none", parameters="", changes="none")
        self.untouched()


class Loader(Base):
    def refused(self, reason, **more):
        self.plan(method="none", method_reason=reason, parameters="", changes="none", **more)
        done = self.untouched()
        self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertIn(reason, done.stderr)

    def test_pv_guest_may_be_booted_by_pygrub(self):
        self.root.xen("PV", "000220e0")
        self.refused("pygrub-unsafe")

    def test_pv_guest_whose_admin_knows_the_loader(self):
        self.root.xen("PV", "000220e0").write("/etc/xen-flat.conf", "topology = flat\nloader = grub\n")
        self.boot("one", "root=/dev/xvda1 ro quiet")
        self.plan(method="parameters", method_reason="ok", parameters="numa=off")

    def test_bad_loader_word(self):
        self.root.xen("PV", "000220e0").write("/etc/xen-flat.conf", "topology = flat\nloader = lilo\n")
        self.plan(method_reason="pygrub-unsafe")
        self.assertIn("'lilo'", self.bootparams("plan").stderr)

    def test_builtin_in_a_pv_guest(self):
        self.builtin_guest()
        self.root.xen("PV", "000220e0")
        self.plan(method="builtin", method_reason="pygrub-unsafe", parameters="", changes="none")
        self.expect(method="builtin", method_reason="ok")
        self.untouched()

    def test_kernel_from_dom0(self):
        self.boot("one", "root=/dev/xvda1 ro quiet")
        self.refused("loader-unknown", loader_doubt="not-by-grub")

    def test_no_configuration(self):
        self.root.file("/boot/grub/grub.cfg").unlink()
        self.refused("loader-unknown", loader="unknown", loader_doubt="no-config")

    def test_systemd_boot(self):
        self.root.file("/boot/grub/grub.cfg").unlink()
        self.root.write("/boot/loader/loader.conf", "").write("/boot/loader/entries/a.conf", "options root=x\n")
        self.refused("loader-unknown", loader_doubt="no-config")

    def test_zipl(self):
        self.root.file("/boot/grub/grub.cfg").unlink()
        self.root.write("/etc/zipl.conf", "[defaultboot]\n")
        self.refused("loader-unknown", loader_doubt="no-config")

    def test_grub_cfg_that_update_grub_would_overwrite(self):
        self.root.write("/boot/grub/grub.cfg", "menuentry 'img' {\n linux /vmlinuz root=LABEL=root ro\n}\n")
        self.refused("loader-unknown", loader_doubt="no-marks")

    def test_grub_of_another_family(self):
        self.root.file("/usr/sbin/update-grub").unlink()
        self.refused("loader-unknown", loader_doubt="no-config")
        self.root.write("/etc/debian_version", "12.9\n")
        self.plan(method_reason="ok", loader="update-grub")

    def test_fedora_and_suse(self):
        self.fedora()
        self.plan(loader="grubby", changes="run /usr/sbin/grubby --update-kernel=ALL --args=numa=off")
        self.root.write("/etc/kernel/cmdline", "root=x\n")
        self.plan(changes="run /usr/sbin/grubby --update-kernel=ALL --args=numa=off, edit /etc/kernel/cmdline")
        self.root.write("/usr/sbin/update-bootloader", "")
        self.plan(loader="update-bootloader",
                  changes="run /usr/sbin/update-bootloader --add-option numa=off, --config")

    def test_suse_with_another_loader(self):
        self.fedora("update-bootloader")
        for kind, doubt in (("grub2-efi", "none"), ("grub2-bls", "other-loader"), ("systemd-boot", "other-loader")):
            self.root.write("/etc/sysconfig/bootloader", f'# loader\nLOADER_TYPE="{kind}"\n')
            self.plan(loader_doubt=doubt)
        self.refused("loader-unknown")


class Apply(Base):
    def test_drop_in_appends(self):
        self.bootparams("apply")
        lines = self.text(DROP_IN).splitlines()
        self.assertEqual(lines[-1], 'GRUB_CMDLINE_LINUX="$GRUB_CMDLINE_LINUX numa=off"')
        self.assertTrue(all(line.startswith("#") for line in lines[:-1]))
        self.assertEqual(self.root.file(DROP_IN).stat().st_mode & 0o777, 0o644)

    def test_only_the_drop_in_is_written(self):
        before = self.tree()
        self.bootparams("apply")
        after = self.tree()
        self.assertEqual(set(after) - set(before), {DROP_IN.lstrip("/")})
        self.bootparams("apply")
        self.assertEqual(self.tree(), after)
        self.bootparams("remove")
        self.assertEqual(self.tree(), before)
        self.untouched("remove")

    def test_another_parameter_replaces_ours(self):
        self.builtin_guest()
        self.bootparams("apply")
        self.assertIn("xen.topology=flat", self.text(DROP_IN))
        self.root.write("/etc/xen-flat.conf", "topology = node\n")
        self.bootparams("apply")
        self.assertNotIn("xen.topology=flat", self.text(DROP_IN))
        self.assertIn("xen.topology=node", self.text(DROP_IN))

    def test_a_drop_in_that_was_edited_is_left_alone(self):
        self.bootparams("apply")
        self.root.write(DROP_IN, self.text(DROP_IN) + "GRUB_TIMEOUT=0\n")
        before = self.tree()
        for action in ("apply", "remove"):
            done = self.bootparams(action, code=1)
            self.assertEqual(len(done.stderr.splitlines()), 1)
            self.assertIn("edited by hand", done.stderr)
        self.assertEqual(self.tree(), before)

    def test_a_folder_that_cannot_be_written(self):
        self.root.write("/etc/default/grub.d", "a file where the folder should be\n")
        before = self.tree()
        done = self.bootparams("apply", code=1)
        self.assertEqual(self.tree(), before)
        self.assertIn(DROP_IN, done.stderr)

    def test_a_killed_run_leaves_no_harm(self):
        self.root.write("/etc/default/grub.d/.60-xen-flat.cfg.new", "half")
        self.bootparams("apply")
        self.assertIsNone(self.text("/etc/default/grub.d/.60-xen-flat.cfg.new"))


class Admin(Base):
    def stands(self, path, content):
        with self.subTest(path):
            old = self.text(path)
            self.root.write(path, content)
            self.plan(parameters="numa=off", parameters_admin=path, changes="none")
            self.assertIn(path, self.untouched().stderr)
            self.untouched("remove")
            if old is None:
                self.root.file(path).unlink()
            else:
                self.root.write(path, old)
            self.plan(parameters_admin="", changes=f"write {DROP_IN}, run /usr/sbin/update-grub")

    def test_the_admins_parameter_is_not_doubled(self):
        self.stands("/etc/default/grub", 'GRUB_CMDLINE_LINUX_DEFAULT="quiet numa=off"\n')
        self.stands("/etc/default/grub", 'GRUB_CMDLINE_LINUX="numa=off quiet"\n')
        self.stands("/etc/default/grub.d/10_cloud.cfg", 'GRUB_CMDLINE_LINUX="$GRUB_CMDLINE_LINUX numa=fake=4"\n')
        self.stands("/proc/cmdline", BY_GRUB + " numa=off\n")

    def test_what_only_looks_like_it(self):
        self.root.write("/etc/default/grub", '# GRUB_CMDLINE_LINUX="numa=off"\nGRUB_CMDLINE_LINUX="xnuma=off"\n')
        self.root.write("/etc/default/grub.d/10.cfg.bak", 'GRUB_CMDLINE_LINUX="numa=off"\n')
        self.plan(parameters_admin="", changes=f"write {DROP_IN}, run /usr/sbin/update-grub")

    def test_boot_loader_entries(self):
        self.fedora()
        self.root.write("/boot/loader/entries/a.conf", "title a\noptions root=x ro numa=off\n")
        self.plan(parameters_admin="/boot/loader/entries/a.conf", changes="none")
        self.untouched()

    def test_remove_takes_back_only_ours(self):
        self.bootparams("apply")
        self.root.write("/etc/default/grub", 'GRUB_CMDLINE_LINUX="numa=off"\n')
        self.bootparams("remove")
        self.assertEqual(self.text("/etc/default/grub"), 'GRUB_CMDLINE_LINUX="numa=off"\n')
        self.assertIsNone(self.text(DROP_IN))


class KernelCmdline(Base):
    """Fedora's /etc/kernel/cmdline, for kernels that are installed later."""

    def setUp(self):
        super().setUp()
        self.fedora()

    def round_trip(self, before, during):
        self.root.write("/etc/kernel/cmdline", before)
        self.bootparams("apply")
        self.assertEqual(self.text("/etc/kernel/cmdline"), during)
        self.bootparams("apply")
        self.assertEqual(self.text("/etc/kernel/cmdline"), during)
        self.bootparams("remove")
        self.assertEqual(self.text("/etc/kernel/cmdline"), before)
        self.assertIsNone(self.text(NOTE))

    def test_round_trips(self):
        self.round_trip("root=/dev/xvda1 ro\n", "root=/dev/xvda1 ro numa=off\n")
        self.round_trip("root=/dev/xvda1 ro", "root=/dev/xvda1 ro numa=off")
        self.round_trip("# mine\nroot=x\n# end\n", "# mine\nroot=x numa=off\n# end\n")

    def test_it_is_never_made(self):
        self.bootparams("apply")
        self.assertIsNone(self.text("/etc/kernel/cmdline"))

    def test_an_empty_one_stays_empty(self):
        self.round_trip("", "")

    def test_its_mode_is_kept(self):
        self.root.write("/etc/kernel/cmdline", "root=x\n").file("/etc/kernel/cmdline").chmod(0o600)
        self.bootparams("apply")
        self.assertEqual(self.root.file("/etc/kernel/cmdline").stat().st_mode & 0o777, 0o600)

    def test_a_link_is_left_alone(self):
        self.root.write("/etc/kernel/real", "root=x\n").file("/etc/kernel/cmdline").symlink_to("real")
        self.bootparams("apply")
        self.assertTrue(self.root.file("/etc/kernel/cmdline").is_symlink())
        self.assertEqual(self.text("/etc/kernel/real"), "root=x\n")

    def test_the_note_is_no_admin(self):
        self.bootparams("apply")
        self.root.write("/boot/loader/entries/a.conf", "options root=x numa=off\n")
        self.plan(parameters_admin="", parameters_set="numa=off", changes="none")


class Effect(Base):
    """Whether the parameter is in force; the kernel command line is the truth."""

    def test_life_of_a_parameter(self):
        self.plan(parameters_set="", parameters_effect="none")
        self.bootparams("apply")
        self.plan(parameters_set="numa=off", parameters_effect="pending-reboot")
        self.boot("two", BY_GRUB + " numa=off")
        self.plan(parameters_set="numa=off", parameters_effect="yes",
                  changes=f"write {DROP_IN}, run /usr/sbin/update-grub")
        self.root.write("/boot/grub/grub.cfg", MARK + "\tlinux /boot/vmlinuz root=x ro numa=off\n")
        self.plan(parameters_set="numa=off", parameters_effect="yes", changes="none")
        self.bootparams("remove")
        self.plan(parameters_set="", parameters_effect="none")

    def test_a_parameter_that_did_not_arrive(self):
        self.bootparams("apply")
        self.boot("two", BY_GRUB)
        self.plan(parameters_set="numa=off", parameters_effect="no")

    def test_apply_after_remove_in_one_boot(self):
        self.bootparams("apply")
        self.boot("two", BY_GRUB + " numa=off")
        self.bootparams("remove")
        self.plan(parameters_admin="")
        self.bootparams("apply")
        self.plan(parameters_set="numa=off", parameters_effect="yes")

    def test_our_word_is_no_setting_of_the_admins(self):
        self.builtin_guest()
        self.boot("one", BY_GRUB + " xen.topology=flat")
        self.expect(setting="flat", setting_source="cmdline", reason="admin-flat")
        self.boot("one", BY_GRUB)
        self.bootparams("apply")
        self.boot("two", BY_GRUB + " xen.topology=flat")
        self.expect(setting="auto", setting_source="default", reason="hierarchical")
        self.boot("two", BY_GRUB + " xen.topology=flat xen.topology=native")
        self.expect(setting="native", setting_source="cmdline")

    def test_our_word_after_removal(self):
        self.builtin_guest()
        self.bootparams("apply")
        self.boot("two", BY_GRUB + " xen.topology=flat")
        self.bootparams("remove")
        self.expect(setting="auto", setting_source="default")


class Record(Base):
    """What apply records, and status shows, about a parameter."""

    def recorded(self, **wanted):
        self.assertEqual(self.root.run("apply", "--strict").returncode, 0 if wanted["result"] != "unchanged" else 1)
        got = parse_keys(self.text("/run/xen-flat/decision"))
        self.assertEqual({key: got.get(key) for key in wanted}, wanted)

    def test_pending_and_without_effect(self):
        self.recorded(method="parameters", result="unchanged", error="")
        self.bootparams("apply")
        self.recorded(method="parameters", result="pending-reboot", error="")
        self.boot("two", BY_GRUB)
        self.recorded(result="unchanged", error="numa=off is set, but the kernel was not started with it")

    def test_bootparams_updates_the_record(self):
        self.recorded(result="unchanged")
        self.bootparams("apply")
        self.assertIn("result=pending-reboot\n", self.text("/run/xen-flat/decision"))
        self.bootparams("remove")
        self.assertIn("result=unchanged\n", self.text("/run/xen-flat/decision"))

    def test_status(self):
        self.bootparams("apply")
        self.root.run("apply")
        got = self.root.keys("status")
        self.assertEqual((got["parameters_set"], got["parameters_effect"]), ("numa=off", "pending-reboot"))


class Show(Base):
    def show(self, cmdline, **wanted):
        self.boot("one", cmdline)
        self.plan("show", **wanted)

    def test_a_clean_command_line(self):
        self.show(BY_GRUB + " resume=UUID=1b2c rootflags=subvol=@ systemd.setenv=A=b console=ttyS0,115200n8"
                  " not_xen_flat=off crashkernel=1G-4G:192M", cmdline_glued="", cmdline_literal="", cmdline_ours="")

    def test_glued(self):
        self.show(BY_GRUB + " a=1b=2", cmdline_glued="a=1b=2")
        self.show(BY_GRUB + " skew_tick=1isolcpus=2", cmdline_glued="skew_tick=1isolcpus=2")
        self.show(BY_GRUB + " quietnuma=off", cmdline_glued="quietnuma=off")
        self.show(BY_GRUB + " numa=offquiet", cmdline_glued="numa=offquiet")
        self.show("BOOT_IMAGE=/v root=/dev/xvda1xen_flat=on", cmdline_glued="root=/dev/xvda1xen_flat=on")

    def test_literal(self):
        self.show(BY_GRUB + " $tuned_params", cmdline_literal="$tuned_params", cmdline_glued="")

    def test_doubled(self):
        self.show(BY_GRUB + " xen_flat=on xen_flat=off", cmdline_ours="xen_flat=on xen_flat=off")

    def test_hostile_command_line(self):
        self.show(BY_GRUB + " $'\033[2J", cmdline_literal="$'?[2J")


class Arguments(Base):
    def test_words(self):
        for words in ((), ("frob",), ("plan", "apply"), ("apply", "--strict")):
            done = self.root.run("bootparams", *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn("Usage:", done.stderr)

    def test_json(self):
        import json

        got = json.loads(self.root.run("--json", "bootparams", "plan").stdout)
        self.assertEqual(got["parameters"], "numa=off")


if __name__ == "__main__":
    main()
