# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2034,SC1091
# A Debian system on a disk of its own, in which this machine looks like a Xen guest, so that the real program runs the
# real boot loader tools on it. Source it, then call distro_enter "$@" and build_program.

. "$(dirname "${BASH_SOURCE[0]}")/../distro/lib.sh"
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

DROP_IN=/etc/default/grub.d/60-xen-flat.cfg
CONFIG=/boot/grub/grub.cfg

xen_utils_of() {
    case $1 in
        bookworm) echo xen-utils-4.17 ;;
        trixie) echo xen-utils-4.20 ;;
    esac
}

# loader_disk SUITE: sets DISK to the image of a system with GRUB's tools and a kernel
loader_disk() {
    local base tree=$WORK/tree-$1

    base=$(suite_root "$1" loader "grub-common,grub2-common,$(xen_utils_of "$1")")
    DISK=$WORK/$1.img
    mkdir "$tree" "$tree.upper" "$tree.work"
    mount -t overlay overlay -o "lowerdir=$base,upperdir=$tree.upper,workdir=$tree.work" "$tree"
    mkdir -p "$tree/boot/grub" "$tree/etc/default/grub.d"
    touch "$tree"/boot/{vmlinuz,initrd.img}-6.12.0-test
    printf '%s\n' GRUB_TIMEOUT=5 'GRUB_CMDLINE_LINUX_DEFAULT="quiet"' 'GRUB_CMDLINE_LINUX="console=hvc0"' \
        > "$tree/etc/default/grub"
    echo 'topology = flat' > "$tree/etc/xen-flat.conf"
    cp "$PROGRAM" "$tree/usr/sbin/xen-flat"
    cp "$HERE/pygrub-entries" "$tree/usr/local/bin/"
    mke2fs -q -t ext4 -d "$tree" "$DISK" 600M > /dev/null 2>&1
    umount "$tree"
}

# What a test may change on the disk
CHANGEABLE=(boot etc usr/sbin/update-grub)

# mount_disk: sets ROOT to the system on DISK, mounted from /dev/xvda1 as in a guest: grub-probe would follow a loop
# device to the file behind it, outside of the system. /dev is a small one, seen here only.
mount_disk() {
    local loop
    ROOT=$WORK/root
    mkdir -p "$ROOT" "$WORK/dev"
    loop=$(losetup --find --show "$DISK")
    cp -a /dev/{null,zero,full,random,urandom,tty} "$WORK/dev/"
    cp -a "$loop" "$WORK/dev/xvda1"
    mount --bind "$WORK/dev" /dev
    mount /dev/xvda1 "$ROOT"
    umount /dev
    losetup -d "$loop"
    mount --bind "$WORK/dev" "$ROOT/dev"
    mount -t proc proc "$ROOT/proc"
    in_root update-grub > /dev/null 2>&1
    cp "$ROOT$CONFIG" "$WORK/before.cfg"
    umount "$ROOT/dev" "$ROOT/proc"
    tar -C "$ROOT" -cf "$WORK/changeable.tar" "${CHANGEABLE[@]}"
}

unmount_disk() {
    umount -R -l "$ROOT"
    rm -r "$DISK" "${WORK:?}/dev"
}

# start_guest: the system as it was, with the guest's /sys and /proc
start_guest() {
    (cd "$ROOT" && rm -rf boot/* etc/grub.d etc/default etc/kernel etc/xen-flat.conf var/lib/xen-flat evil)
    tar -C "$ROOT" -xf "$WORK/changeable.tar"
    mount -t proc proc "$ROOT/proc"
    mount --bind "$WORK/dev" "$ROOT/dev"
    mount -t tmpfs tmpfs "$ROOT/run"
    "$HERE/guest" "$WORK/guest"
    mount --bind "$WORK/guest/sys" "$ROOT/sys"
    mount --bind "$WORK/guest/proc/cmdline" "$ROOT/proc/cmdline"
}

stop_guest() {
    local place
    mount -o remount,rw "$ROOT"
    findmnt -rno TARGET | grep "^$ROOT/" | tac | while read -r place; do
        umount -l "$place" 2> /dev/null
    done
    rm -rf "$WORK/guest"
}

# set_cmdline WORDS: what the kernel was started with
set_cmdline() {
    printf '%s\n' "$1" > "$WORK/guest/proc/cmdline"
}

# new_boot ID: another boot than the one before
new_boot() {
    printf '%s\n' "$1" > "$WORK/boot_id"
    mount --bind "$WORK/boot_id" "$ROOT/proc/sys/kernel/random/boot_id"
}

# key NAME ACTION: a value that bootparams prints
key() {
    in_root xen-flat bootparams "$2" 2> /dev/null | sed -n "s/^$1=//p" | tr -d "'"
}

# is KEY VALUE [ACTION]
is() {
    local got
    got=$(key "$1" "${3:-plan}")
    [ "$got" = "$2" ] || {
        echo "$1 is '$got', not '$2'"
        return 1
    }
}

# What must not change when a run fails: the drop-in, grub.cfg with its mode, and no file more or less beside them
state() {
    (
        cd "$ROOT" || exit
        find boot/grub etc/default etc/kernel var/lib/xen-flat -printf '%p %m\n' 2> /dev/null | sort
        find boot/grub etc/default etc/kernel var/lib/xen-flat -type f -exec cksum {} + 2> /dev/null | sort
    )
}

# fails_in_one_line WORDS ACTION: exit code 1, one line on stderr that has these words, nothing changed
fails_in_one_line() {
    local before code=0
    before=$(state)
    in_root xen-flat bootparams "$2" > "$WORK/out" 2> "$WORK/err" || code=$?
    cat "$WORK/err"
    [ "$code" -eq 1 ] || {
        echo "exit code $code"
        return 1
    }
    [ "$(wc -l < "$WORK/err")" -eq 1 ] || return 1
    grep -q -e "$1" "$WORK/err" || return 1
    diff <(echo "$before") <(state)
}
