# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# The report about what tests/bench/run has measured. Needs its variables (output, scratch, rounds, modes, emulated, vcpus) and
# workloads.sh.

# value NAME KEY: of NAME.json, where each line is one key and its value
value() {
    sed -n "s/^ *\"$2\": \"\(.*\)\",\{0,1\}\$/\1/p" "${output:?}/$1.json"
}

rounded() {
    [ -z "$1" ] || LC_ALL=C printf '%.3f' "$1"
}

mode_count() {
    tr ',' '\n' <<<"${modes:?}" | grep -c .
}

first_line_of() {
    head -n 1 "$1" 2>/dev/null || echo unknown
}

processor() {
    sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1
}

is_emulated() {
    [ -n "${emulated?}" ] || processor | grep -q QEMU || [ "$(systemd-detect-virt --vm 2>/dev/null)" = qemu ]
}

detected() {
    xen-flat detect | sed -n "s/^$1=//p"
}

describe_machine() {
    printf '| | |\n|---|---|\n'
    printf '| hypervisor | %s |\n' "$(detected hypervisor) $(detected xen_version) $(detected guest_type) $(detected role)"
    printf '| vCPUs | %s, %s |\n' "${vcpus:?}" "$(processor)"
    printf '| kernel | %s |\n' "$(first_line_of /proc/sys/kernel/osrelease)"
    printf '| compared | %s, %s rounds |\n' "$modes" "${rounds:?}"
    printf '| program | %s |\n' "$(xen-flat --version | head -n 1)"
}

# The first mode is what the others are measured against: below 1 is faster than it.
table_head() {
    local mode first=${modes%%,*}
    printf '| workload | the RFC calls it | steal, %% | %s, s |' "$first"
    for mode in $(tr ',' ' ' <<<"${modes#*,}"); do
        printf ' %s / %s (95 %%) | |' "$mode" "$first"
    done
    printf '\n|---|---|---|---|'
    for mode in $(tr ',' ' ' <<<"${modes#*,}"); do
        printf '%s' '---|---|'
    done
    echo
}

measured_row() {
    local name=$1 n
    printf '| %s | %s | %s | %s |' "$name" "$(workload_row "$name")" "$(value "$name" steal_percent)" "$(rounded "$(value "$name" mode_1_wall)")"
    for n in $(seq 2 "$(mode_count)"); do
        printf ' %s (%s to %s) | %s |' "$(rounded "$(value "$name" "mode_${n}_wall_ratio")")" \
            "$(rounded "$(value "$name" "mode_${n}_wall_ratio_low")")" "$(rounded "$(value "$name" "mode_${n}_wall_ratio_high")")" \
            "$(value "$name" "mode_${n}_verdict")"
    done
    echo
}

table() {
    local name
    table_head
    for name in $(workload_names); do
        [ ! -e "$output/$name.json" ] || measured_row "$name"
    done
}

# What makes numbers doubtful, in compare's own words
doubts() {
    local name noise
    for name in $(workload_names); do
        [ -e "$output/$name.json" ] || continue
        noise=$(value "$name" noise)
        [ "$noise" = none ] ||
            echo "- $name: $noise (steal $(value "$name" steal_percent) %, other programs $(value "$name" others_percent) %)"
    done
}

not_measured() {
    local name
    for name in $(workload_names); do
        [ ! -e "${scratch:?}/$name.reason" ] || echo "- $name: $(cat "$scratch/$name.reason")"
    done
}

# section TITLE TEXT: only where there is any
section() {
    [ -z "$2" ] || printf '\n## %s\n\n%s\n' "$1" "$2"
}

write_report() {
    printf '# Scheduling domains compared\n\n'
    ! is_emulated || printf '**This machine is emulated: no time in here means anything, no ratio neither.**\n\n'
    describe_machine
    printf '\n## Wall time\n\n'
    table
    section 'What makes this doubtful' "$(doubts)"
    section 'Not measured' "$(not_measured)"
    cat <<'END'

A ratio below 1 is faster than the first column. "no-difference" means that the interval holds 1: with more rounds one may be seen.
The RFC of August 2015 ("xen: if on Xen, 'flatten' the scheduling domain hierarchy") has figures for UnixBench and for a build of Xen,
by the names in the second column: on other hardware, another kernel, and other programs. The one that is known here: with one
level "Pipe-based Context Switching" got 2 to 3 times as fast. The others are in the thread at
<https://lkml.iu.edu/hypermail/linux/kernel/1509.0/01100.html>. Look at which rows gain, not at by how much.
END
}
