# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# What is measured: for each workload the row of the RFC that it stands for, the tools it takes, and its command, one word a line.
# Needs vcpus (how many there are), scratch (a folder), quick and tree (empty, or set).

workload_table() {
    cat <<'TABLE'
pipe|Pipe-based Context Switching|perf
messaging||perf
hackbench||hackbench
fork|Process Creation|stress-ng
exec|Execl Throughput|stress-ng
context||stress-ng
shell|Shell Scripts|sort od
build-1|build, one job|make cc ar
build-half|build, vCPUs / 2 jobs|make cc ar
build-all|build, as many jobs as vCPUs|make cc ar
build-more|build, 1.3 x vCPUs jobs|make cc ar
TABLE
}

workload_names() {
    workload_table | cut -d'|' -f1
}

workload_row() {
    workload_table | sed -n "s/^$1|\(.*\)|.*/\1/p"
}

workload_tools() {
    workload_table | sed -n "s/^$1|.*|//p"
}

# as Debian calls them
package_of() {
    case $1 in
        perf) echo "package linux-perf" ;;
        hackbench) echo "package rt-tests" ;;
        cc | ar) echo "packages gcc and binutils" ;;
        *) echo "package $1" ;;
    esac
}

# sized FULL QUICK
sized() {
    if [ -n "${quick?}" ]; then echo "$2"; else echo "$1"; fi
}

# stress STRESSOR OPERATIONS: by as many workers as there are vCPUs
stress() {
    printf '%s\n' stress-ng --quiet "--$1" "${vcpus:?}" "--$1-ops" "$2"
}

jobs_of() {
    local jobs
    case $1 in
        build-1) jobs=1 ;;
        build-half) jobs=$((vcpus / 2)) ;;
        build-all) jobs=$vcpus ;;
        build-more) jobs=$(((vcpus * 13 + 9) / 10)) ;;
    esac
    echo $((jobs > 0 ? jobs : 1))
}

# A tree as a kernel's build sees it: many small C files with common headers, an archive a folder, one program at the end
make_tree() {
    local folder file
    [ ! -e "${scratch:?}/tree" ] || return 0
    mkdir -p "$scratch/tree"
    for folder in $(seq "$(sized 16 2)"); do
        mkdir "$scratch/tree/part$folder"
        for file in $(seq "$(sized 24 3)"); do
            sed "s/@/${folder}_$file/g" "${here:?}/unit.c.in" >"$scratch/tree/part$folder/unit$file.c"
        done
    done
    cp "$here/Makefile.in" "$scratch/tree/Makefile"
}

build_command() {
    local folder=${tree?}
    if [ -z "$folder" ]; then
        make_tree
        folder=$scratch/tree
    fi
    printf '%s\n' make --always-make --no-print-directory -C "$folder" "-j$(jobs_of "$1")"
}

workload_command() {
    case $1 in
        pipe) printf '%s\n' perf bench sched pipe --loop "$(sized 200000 500)" ;;
        messaging) printf '%s\n' perf bench sched messaging --group "$(sized 10 1)" --nr_loops "$(sized 500 5)" ;;
        hackbench) printf '%s\n' hackbench --pipe --groups "$(sized 10 1)" --loops "$(sized 1000 5)" ;;
        fork) stress fork "$(sized 20000 40)" ;;
        exec) stress exec "$(sized 4000 20)" ;;
        context) stress context "$(sized 20000 40)" ;;
        shell) printf '%s\n' "$here/shell-scripts" 8 "$(sized 100 2)" ;;
        build-*) build_command "$1" ;;
    esac
}
