#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The words for a topology and its levels, from every source, through the real program."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "lib"))
from taptest import RootTest, main, schedstat  # noqa: E402

HIERARCHY = (("MC", ("0-1", "2-3")), ("PKG", ("0-3",)))


class Schedstat(RootTest):
    def build(self, levels, online="0-3", version=17, **more):
        self.root.guest(levels, online, version)
        for path, content in more.items():
            self.root.write(path, content)

    def test_versions(self):
        for version, levels in ((15, "?:0-1|2-3 ?:0-3"), (16, "?:0-1|2-3 ?:0-3"), (17, "MC:0-1|2-3 PKG:0-3")):
            with self.subTest(version):
                self.build(HIERARCHY, version=version)
                self.expect(topology="hierarchical", topology_source="schedstat", levels=levels)

    def test_a_name_that_could_be_a_mask(self):
        self.build((("fac", ("0-3",)),))
        self.expect(topology="flat", levels="fac:0-3")

    def test_unnamed_mask_that_could_be_a_name(self):
        self.build((("", ("2,3,5,6,7,8,9,10,11",)),), "2,3,5-11", version=15)
        self.expect(topology="flat", levels="?:2-3,5-11")

    def test_masks_of_many_groups(self):
        for last in (31, 32, 63, 64, 159, 8191):
            with self.subTest(last):
                half = (last + 1) // 2
                self.build((("MC", (f"0-{half - 1}", f"{half}-{last}")), ("PKG", (f"0-{last}",))), f"0-{last}")
                self.expect(topology="hierarchical",
                            levels=f"MC:0-{half - 1}|{half}-{last} PKG:0-{last}")

    def test_mask_wider_than_the_cpus(self):
        self.build(())
        self.root.write("/proc/schedstat", schedstat(range(4), (("PKG", ("0-3",)),), width=128))
        self.expect(topology="flat", levels="PKG:0-3")

    def test_sparse_cpu_numbers(self):
        self.build((("MC", ("1,5", "8,40")), ("PKG", ("1,5,8,40",))), "1,5,8,40")
        self.expect(topology="hierarchical", levels="MC:1,5|8,40 PKG:1,5,8,40")

    def test_scrambled_groups_are_sorted(self):
        self.build((("MC", ("2,3", "0,1")), ("PKG", ("0-3",))))
        self.expect(levels="MC:0-1|2-3 PKG:0-3")

    def test_uneven_depths_meet_at_the_top(self):
        self.build((("MC", ("0-1",)), ("PKG", ("0-2",))), "0-2")
        self.expect(topology="hierarchical", levels="MC:0-1 PKG:0-2")

    def test_overlapping_numa_spans(self):
        self.root.xen().cpus("0-2").nodes("0", "1", "2")
        lines = ["version 17"]
        for cpu, span in enumerate(("3", "7", "6")):
            lines += [f"cpu{cpu} 0", f"domain0 NUMA {span} 0"]
            lines += ["domain1 NUMA 7 0"] if span != "7" else []
        self.root.write("/proc/schedstat", "\n".join(lines) + "\n")
        self.expect(topology="flat-node", numa_nodes="3", levels="NUMA:0-1|1-2 NUMA:0-2")

    def test_isolated_cpus_do_not_count(self):
        self.root.guest().cpus("0-3", isolated="3")
        self.root.write("/proc/schedstat", schedstat(range(4), (("PKG", ("0-2",)),)))
        self.expect(topology="flat", levels="PKG:0-2", cpus_isolated="3")

    def test_all_but_one_isolated(self):
        self.root.guest(()).cpus("0-3", isolated="1-3")
        self.expect(topology="flat")

    def test_partitions_are_judged_one_by_one(self):
        self.build((("PKG", ("0-1", "2-3")),))
        self.expect(topology="flat", levels="PKG:0-1|2-3")
        self.build((("MC", ("2-3", "4-5")), ("PKG", ("0-1", "2-5"))), "0-5")
        self.expect(topology="hierarchical")

    def test_partition_of_one_cpu(self):
        self.root.guest().cpus("0-3")
        self.root.write("/proc/schedstat", schedstat(range(4), (("VCPU", ("0-2",)),)))
        self.expect(topology="flat")

    def test_flat_smt_by_name(self):
        self.build((("SMT", ("0-3",)),))
        self.expect(topology="flat-smt")
        self.build((("MC", ("0-3",)),))
        self.expect(topology="flat")

    def test_flat_smt_by_siblings(self):
        self.build((("", ("0-3",)),), version=15)
        for cpu in range(4):
            self.root.siblings(cpu, thread="0-3")
        self.expect(topology="flat-smt")
        for cpu in range(4):
            self.root.siblings(cpu, thread=str(cpu))
        self.expect(topology="flat")

    def test_flat_node(self):
        self.build((("VCPU", ("0-1", "2-3")), ("NUMA", ("0-3",))))
        self.root.nodes("0-1", "2-3")
        self.expect(topology="flat-node", numa_nodes="2")
        self.root.nodes("0-3", "")
        self.expect(topology="hierarchical", numa_nodes="1")

    def test_flat_node_without_names(self):
        self.build((("", ("0-1", "2-3")), ("", ("0-3",))), version=16)
        self.root.nodes("0-1", "2-3")
        self.expect(topology="flat-node")
        for cpu in range(4):
            self.root.siblings(cpu, thread="0-1" if cpu < 2 else "2-3")
        self.expect(topology="hierarchical")

    def test_flat_node_is_not_for_smt(self):
        self.build((("SMT", ("0-1", "2-3")), ("NUMA", ("0-3",))))
        self.root.nodes("0-1", "2-3")
        self.expect(topology="hierarchical")

    def test_flat_node_wants_numa_above(self):
        self.build((("MC", ("0-1", "2-3")), ("PKG", ("0-3",))))
        self.root.nodes("0-1", "2-3")
        self.expect(topology="hierarchical")

    def test_lonely_cpu_in_its_node(self):
        self.root.guest().cpus("0-2").nodes("0-1", "2")
        self.root.write("/proc/schedstat", schedstat(range(3), (("PKG", ("0-1",)), ("NUMA", ("0-2",)))))
        self.expect(topology="flat-node")

    def test_one_level_over_two_nodes_is_flat(self):
        self.build((("VCPU", ("0-3",)),))
        self.root.nodes("0-1", "2-3")
        self.expect(topology="flat")

    def test_online_from_schedstat(self):
        self.root.guest()
        self.root.file("/sys/devices/system/cpu/online").unlink()
        self.root.file("/sys/devices/system/cpu/possible").unlink()
        self.expect(cpus_online="0-3", decision="flatten")


class OtherSources(RootTest):
    def names(self, folder, *names, cpus=4):
        for cpu in range(cpus):
            self.root.write(f"{folder}/cpu{cpu}/.keep", "")
            for level, name in enumerate(names):
                self.root.write(f"{folder}/cpu{cpu}/domain{level}/name", name + "\n")

    def setUp(self):
        super().setUp()
        self.root.xen().cpus("0-3")

    def test_debugfs(self):
        self.names("/sys/kernel/debug/sched/domains", "MC", "PKG")
        self.expect(topology="hierarchical", topology_source="debugfs", levels="MC:? PKG:?",
                    decision="flatten")

    def test_debugfs_flat_and_smt(self):
        self.names("/sys/kernel/debug/sched/domains", "PKG")
        self.expect(topology="flat", topology_source="debugfs")
        self.names("/sys/kernel/debug/sched/domains", "SMT")
        self.expect(topology="flat-smt")

    def test_debugfs_flat_node(self):
        self.names("/sys/kernel/debug/sched/domains", "PKG", "NUMA")
        self.root.nodes("0-1", "2-3")
        self.expect(topology="flat-node")

    def test_empty_debugfs_is_unknown(self):
        self.names("/sys/kernel/debug/sched/domains")
        self.expect(topology="unknown", topology_source="none", decision="keep")

    def test_procfs(self):
        self.names("/proc/sys/kernel/sched_domain", "MC", "DIE")
        self.expect(topology="hierarchical", topology_source="procfs")

    def test_schedstat_comes_first(self):
        self.names("/sys/kernel/debug/sched/domains", "MC", "PKG")
        self.root.write("/proc/schedstat", schedstat(range(4), (("VCPU", ("0-3",)),)))
        self.expect(topology="flat", topology_source="schedstat")

    def test_prediction_fills_levels_only(self):
        for cpu in range(4):
            pair = "0-1" if cpu < 2 else "2-3"
            self.root.siblings(cpu, thread=str(cpu), llc=pair, package=pair)
        self.expect(topology="unknown", topology_source="sysfs", levels="MC:0-1|2-3 PKG:0-3",
                    decision="keep", reason="topology-unknown")

    def test_offline_cpus_have_no_folders(self):
        self.root.cpus("0-1", "0-3")
        for cpu in range(2):
            self.root.siblings(cpu, thread="0-1")
        self.expect(topology_source="sysfs", levels="SMT:0-1")


class Contradictions(RootTest):
    """What cannot be true is not believed: one line, topology unknown, nothing is touched."""

    def unusable(self, text):
        self.root.xen().cpus("0-3").write("/proc/schedstat", text)
        self.expect(topology="unknown", decision="keep", reason="topology-unknown")
        errors = self.root.run("decide").stderr.splitlines()
        self.assertEqual(len(errors), 1, errors)

    def test_cpu_outside_of_its_domain(self):
        text = schedstat(range(4), (("PKG", ("0-3",)),)).replace("PKG f", "PKG e")
        self.unusable(text)

    def test_cpu_that_cannot_exist(self):
        self.unusable(schedstat(range(4), (("PKG", ("0-3",)),)).replace("PKG f", "PKG ff"))

    def test_missing_cpu(self):
        self.unusable(schedstat(range(3), (("PKG", ("0-3",)),)))

    def test_tops_disagree(self):
        text = schedstat(range(4), (("PKG", ("0-1", "2-3")),)).replace("PKG 3", "PKG 7", 1)
        self.unusable(text)

    def test_no_domain_at_all(self):
        self.unusable(schedstat(range(4), ()))

    def test_cpu_twice(self):
        self.unusable(schedstat([0, 1, 2, 3, 3], (("PKG", ("0-3",)),)))

    def test_levels_out_of_order(self):
        self.unusable(schedstat(range(4), (("PKG", ("0-3",)),)).replace("domain0", "domain1"))

    def test_truncated_in_a_mask(self):
        text = schedstat(range(4), (("MC", ("0-1", "2-3")), ("PKG", ("0-3",))))
        self.unusable(text[:text.rindex("PKG") + 4])


if __name__ == "__main__":
    main()
