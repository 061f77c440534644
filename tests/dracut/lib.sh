# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC1091
# Building initramfs images with a suite's real dracut in a throw-away root.

. "$(dirname "${BASH_SOURCE[0]}")/../distro/lib.sh"

# build_kernel_module SUITE: sets MODULE
build_kernel_module() {
    "$LAB/build-module" "$(kernel_of_suite "$1")" "$WORK/$1-module" 2> "$WORK/build.log" || die "$(cat "$WORK/build.log")"
    MODULE=$WORK/$1-module/xen_flat.ko
}

# dracut_root SUITE: a root with the program, its settings and our dracut module
dracut_root() {
    throwaway_root "$1" "$(system_root "$1")"
    build_kernel_module "$1"
    KERNEL=$(basename "$(echo "$ROOT"/lib/modules/*)")
    cp -r "$TOP/dracut-module/55xen-flat" "$ROOT/usr/lib/dracut/modules.d/"
    install_into "$PROGRAM" /usr/sbin/xen-flat 755
    printf 'topology = auto\n' > "$ROOT/etc/xen-flat.conf"
    mkdir -p "$ROOT/etc/xen-flat.conf.d"
    printf 'wakeup = local\n' > "$ROOT/etc/xen-flat.conf.d/50-site.conf"
}

forget_kernel_module() {
    find "$ROOT/lib/modules/$KERNEL" -name 'xen_flat.ko*' -delete
    in_root depmod -a "$KERNEL"
}

# place_kernel_module PATH: the only xen_flat module of the root's kernel, below its module folder
place_kernel_module() {
    local file=$ROOT/lib/modules/$KERNEL/$1

    forget_kernel_module
    mkdir -p "${file%/*}"
    case $1 in
        *.xz) xz --check=crc32 -c "$MODULE" > "$file" ;;
        *.zst) zstd -q -c "$MODULE" > "$file" ;;
        *) cp "$MODULE" "$file" ;;
    esac
    in_root depmod -a "$KERNEL"
}

# build_image NAME DRACUT-OPTION...: $WORK/NAME.img, .list (its content) and .log
build_image() {
    local name=$1
    shift

    in_root dracut --quiet --force "$@" --kver "$KERNEL" /tmp/image > "$WORK/$name.log" 2>&1 || return 1
    cp "$ROOT/tmp/image" "$WORK/$name.img"
    in_root lsinitrd /tmp/image > "$WORK/$name.list" 2>> "$WORK/$name.log"
}

# Just enough to hold the module and a shell to run the hook
build_small_image() {
    local name=$1
    shift
    build_image "$name" --modules 'base xen-flat' "$@"
}

# image_has NAME PATTERN: some path of the image matches as a whole
image_has() {
    local path

    while read -r path; do
        # shellcheck disable=SC2053 # a pattern
        [[ $path != $2 ]] || return 0
    done < <(awk 'NF >= 9 { print $9 }' "$WORK/$1.list")
    return 1
}

image_has_none() {
    ! image_has "$@"
}

# unpack_image NAME: $WORK/NAME.tree
unpack_image() {
    rm -rf "$ROOT/tmp/tree"
    mkdir "$ROOT/tmp/tree"
    cp "$WORK/$1.img" "$ROOT/tmp/image"
    in_root sh -c 'cd /tmp/tree && lsinitrd --unpack /tmp/image' > "$WORK/$1.log" 2>&1 || return 1
    rm -rf "$WORK/$1.tree"
    mv "$ROOT/tmp/tree" "$WORK/$1.tree"
}
