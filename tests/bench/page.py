# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/measurements.md and its plots, from the tables below docs/measurements. Pure: the same tables give the same page."""

import csv
import subprocess

HEAD = """<!-- SPDX-License-Identifier: GPL-2.0-or-later -->
<!-- Written by tests/bench/ourselves from docs/measurements/*.csv -->
# Numbers about ourselves

What the program, the initramfs and the module cost. `tests/bench/ourselves` measures all of it again. Instructions are callgrind's
count over the whole process and what it starts; nothing in here is a time, except where a ratio of times says so.
"""


def read(data, name):
    with (data / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def grouped(number):
    return f"{int(number):,}".replace(",", " ")


def machine(data):
    return table(("measured on", ""), [(row["what"], row["value"]) for row in read(data, "machine")])


def detectors(data):
    rows = read(data, "detectors")
    ours = int(rows[0]["instructions"])
    return "\n## Asking whether this is Xen\n\n" + table(
        ("command", "instructions", "times ours", "peak memory, KiB"),
        [(f"`{row['command']}`", grouped(row["instructions"]), f"{int(row['instructions']) / ours:.1f}", grouped(row["peak_kib"]))
         for row in rows])


def boot(data):
    return """
## Added to a boot

What runs in the initramfs: one process, `xen-flat apply --auto`, here on folders that look like such machines (`--root`). In a real
guest the loading of the module comes on top.

""" + table(("machine", "instructions", "system calls", "peak memory, KiB"),
            [(row["machine"], grouped(row["instructions"]), row["system_calls"], grouped(row["peak_kib"])) for row in read(data, "boot")])


def initramfs(data):
    return """
## Added to the initramfs

Compressed, without the kernel module.

""" + table(("generator", "suite of Debian", "bytes"),
            [(row["generator"], row["suite"], grouped(row["bytes"])) for row in read(data, "initramfs")])


def decide(data):
    return """
## Deciding about many CPUs

Three levels, threads far apart: `/proc/schedstat` has a mask of all CPUs for each level of each CPU, so it grows by the square, and
reading it once is what the work is.

""" + table(("CPUs", "bytes of schedstat", "instructions", "a byte", "peak memory, KiB"),
            [(row["cpus"], grouped(row["schedstat_bytes"]), grouped(row["instructions"]),
              f"{int(row['instructions']) / int(row['schedstat_bytes']):.1f}", grouped(row["peak_kib"])) for row in read(data, "decide")]
            ) + "\n![instructions of a decision](measurements/decide.svg)\n"


def rebuild(data):
    return """
## Building the domains

Flat against native, two packages of half of the vCPUs each, in one boot in which the modes alternate (Linux 6.12, emulated: the times
themselves mean nothing, and are not told).

""" + table(("vCPUs", "time, flat : native", "bytes, native", "bytes, flat", "domains, native", "domains, flat"),
            [(row["vcpus"], row["time_ratio"], grouped(row["bytes_native"]), grouped(row["bytes_flat"]), row["domains_native"],
              row["domains_flat"]) for row in read(data, "rebuild")]) + "\n![bytes of a rebuild](measurements/rebuild.svg)\n"


PLOTS = {
    "decide": """set xlabel "CPUs"; set ylabel "million instructions"
plot "decide.csv" skip 1 using 1:($3/1e6) with linespoints title "xen-flat decide"
""",
    "rebuild": """set xlabel "vCPUs"; set ylabel "bytes allocated by a rebuild"
plot "rebuild.csv" skip 1 using 1:3 with linespoints title "native", "rebuild.csv" skip 1 using 1:4 with linespoints title "flat"
""",
}
PLOT_HEAD = """set terminal svg size 640,400 font "sans,12" background rgb "white"
set datafile separator ","
set logscale xy
set grid
set key left top
set output
"""


def plot(data, name):
    script = PLOT_HEAD + PLOTS[name]
    drawn = subprocess.run(["gnuplot"], input=script, cwd=data, capture_output=True, text=True, check=True).stdout
    (data / f"{name}.svg").write_text(drawn, encoding="utf-8")


def text(data):
    return HEAD + "\n" + machine(data) + "".join(part(data) for part in (detectors, boot, initramfs, decide, rebuild))


def write(data, target):
    for name in PLOTS:
        plot(data, name)
    target.write_text(text(data), encoding="utf-8")
