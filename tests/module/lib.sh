# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2034
# What the tests of the kernel module share: building it, running it in a guest, judging what the guest left.

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$HERE/../lab/common.sh"
. "$HERE/../lib/tap.sh"

MODULE_KERNELS=(6.1 6.12 7.2)
MODULE_SOURCE=$TOP/src/module

# What must not be in a kernel's log, whoever said it
TROUBLE='\bBUG\b|WARNING|Oops|general protection|Call Trace|lockup|rcu.*stall|KASAN|UBSAN|possible circular|arch topology borken|blocked for more|cut here'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# own KERNEL: one of those in configs/, not one of Debian's
own() {
    [ -f "$HERE/configs/$1" ]
}

# image_of KERNEL: as tests/lab/plain takes it
image_of() {
    if own "$1"; then
        echo "$CACHE/own-kernels/$1/vmlinuz"
    else
        echo "$1"
    fi
}

# built KERNEL [FOLDER]: the path of xen_flat.ko, built from a folder of sources (src/module) if that has not been done
built() {
    local kernel=$1 source=${2:-$MODULE_SOURCE} key folder
    if own "$kernel"; then
        folder=$("$HERE/own-kernel" "$kernel" "$source" | tail -1) && cp "$folder/xen_flat.ko" "$work/$kernel-${source##*/}.ko" &&
            echo "$work/$kernel-${source##*/}.ko"
        return
    fi
    key=$(cd "$source" && cat Kbuild Makefile features.sh ./*.[ch] | sha256sum | cut -c1-16)
    folder=$CACHE/modules/$kernel-$key
    if [ ! -e "$folder/xen_flat.ko" ]; then
        say "building xen_flat for $kernel"
        "$TOP/tests/lab/build-module" "$kernel" "$folder" "$source" 2>"$work/build.log" || {
            cat "$work/build.log" >&2
            return 1
        }
    fi
    printf '%s\n' "$folder/xen_flat.ko"
}

# edited NAME [FILE SCRIPT]...: a copy of the sources with sed scripts applied, the path is printed
edited() {
    local folder=$work/$1
    shift
    rm -rf "$folder"
    mkdir -p "$folder"
    cp "$MODULE_SOURCE"/{Kbuild,Makefile,dkms.conf,features.sh,*.[ch]} "$folder"
    rm -f "$folder/features.h" "$folder"/*.mod.c
    while [ $# -gt 1 ]; do
        sed -i "$2" "$folder/$1"
        shift 2
    done
    printf '%s\n' "$folder"
}


# make_guest FOLDER KERNEL SCRIPT SOURCE:PATH...: an initramfs that runs guest/SCRIPT, with these files
make_guest() {
    local folder=$1 kernel=$2 script=$3 file files=()
    shift 3
    ! own "$kernel" || kernel=6.12 # modules of the lab's kernel are not needed in the image
    for file; do
        files+=(--file "$file")
    done
    mkdir -p "$folder"
    "$TOP/tests/lab/initramfs" --kernel "$kernel" --file "$HERE/guest/lib:lab/lib" "${files[@]}" \
        --hook "$HERE/guest/$script" "$folder/initrd"
}

# A QEMU before 8.1 can lose a race between translating code on one emulated CPU and its change by another; a kernel that patches
# itself then dies of a stray int3 ("Oops: int3"). Rebuilding domains switches static branches in the scheduler's hottest paths,
# so there all CPUs are emulated by one thread, which has no such race.
emulate_safely() {
    local version
    version=$(qemu-system-x86_64 --version | sed -n '1s/.*version \([0-9]*\.[0-9]*\).*/\1/p')
    [ "$(printf '%s\n' "$version" 8.1 | sort -V | head -1)" = 8.1 ] || export LAB_THREADS=single
}

# boot_guest FOLDER KERNEL [OPTION...]: boots it without Xen (options as tests/lab/plain), evidence in FOLDER/evidence. An
# Intel, because 6.1 finds no SMT in the AMD that is the default.
boot_guest() {
    local folder=$1 kernel=$2
    shift 2
    need qemu-system-x86
    emulate_safely
    "$TOP/tests/lab/plain" --output "$folder" --kernel "$(image_of "$kernel")" --initrd "$folder/initrd" \
        --cpu max,vendor=GenuineIntel --smp 8,sockets=2,cores=2,threads=2 --numa "$@" && return
    keep_console "$folder"
    return 1
}

# Consoles of runs that failed outlive the test.
keep_console() {
    local kept=$CACHE/failed/module
    mkdir -p "$kept"
    cp "$1/console.log" "$kept/$(date +%H%M%S)-${1##*/}.log" 2>/dev/null &&
        tap_note "console kept in $kept"
    tail -n 15 "$1/console.log" 2>/dev/null | sed 's/^/# /'
}

domains() {
    "$TOP/tests/lib/domains" "$@"
}

# The 8 CPUs of a guest, as boot_guest starts it, by the names that are known since schedstat version 17
NATIVE=('?:0-1|2-3|4-5|6-7' '?:0-3|4-7' '?:0-7')
FLAT=('?:0-7')
NODE=('?:0-3|4-7' '?:0-7')

# in_order FILE LEVEL...: the levels of a snapshot
in_order() {
    domains is "$@" || { echo "wanted: ${*:2}"; false; }
}

# same_domains SNAPSHOT SNAPSHOT: names, masks and flags; the counters beside them change
same_domains() {
    diff <(domain_lines "$1") <(domain_lines "$2") && diff "$1.flags" "$2.flags"
}

domain_lines() {
    awk '$1 == "version" { names = $2 >= 17 }
        /^cpu/ { print $1 }
        /^domain/ { print $1, $2, names ? $3 : "" }' "$1"
}

# Only since 7.x the file itself has the names; debugfs has them on every kernel.
levels_named() {
    local snapshot=$1
    shift
    [ "$(sed -n 's/^cpu0 domain[0-9]* \([A-Z]*\) .*/\1/p' "$snapshot.flags" | xargs)" = "$*" ] && return
    cat "$snapshot.flags"
    return 1
}

# flags_of SNAPSHOT: the flags of CPU 0's lowest domain
flags_of() {
    sed -n 's/^cpu0 domain0 [A-Z]* //p' "$1.flags"
}

# busybox's insmod tries a module that is refused once more, from memory: the lines that differ
lines_said() {
    sed 's/^\[[^]]*\] //' "$1" | sort -u | grep -c .
}

# no_trouble LOG
no_trouble() {
    ! grep -nE "$TROUBLE" "$1"
}

# no_trouble_since WORDS LOG: from the first line with these words on; what the kernel says before that is its own
no_trouble_since() {
    sed -n "/$1/,\$p" "$2" >"$work/since"
    [ -s "$work/since" ] && no_trouble "$work/since"
}
