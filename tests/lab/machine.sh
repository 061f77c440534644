# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# Running one QEMU machine: alone on this computer, never longer than its limit, its serial line kept.
# Needs common.sh.

# ahead COMMAND...: before the other work of this computer, because emulated processors that wait for each other lock up when
# compilers take their turn. The kernel shares time between sessions (autogroups) first, so this needs a session of its own.
ahead() {
    # shellcheck disable=SC2016 # expanded by the inner shell
    exec setsid bash -c '{ echo -15 >/proc/self/autogroup; renice -n -15 $$; } >/dev/null 2>&1; exec "$@"' ahead "$@"
}

# Two emulated machines at a time starve each other until guests lock up. The lock is held until this process ends.
only_machine() {
    local lock=$CACHE/vm.lock
    mkdir -p "$CACHE"
    exec 9>"$lock"
    flock --nonblock 9 && return
    say "waiting until another machine has ended"
    flock 9
}

# What the machine tells, and that it is still there when it tells nothing: a guest takes minutes to boot.
show_progress() {
    local line
    sed -un 's/^.*LAB: \([^\r]*\).*/\1/p' | while :; do
        if IFS= read -r -t 30 line; then
            say "  $line"
        elif [ $? -gt 128 ]; then
            say "  still running"
        else
            break
        fi
    done
}

# run_machine SECONDS CONSOLE QEMU-OPTION...: 124 when it did not end in time. LAB_THREADS=single: one thread emulates all CPUs.
run_machine() {
    local limit=$1 console=$2 machine status=0
    shift 2
    (ahead timeout --foreground --kill-after=10 "$limit" \
        qemu-system-x86_64 -accel "tcg,thread=${LAB_THREADS:-multi}" -nodefaults -display none -serial stdio -no-reboot "$@") \
        </dev/null 9>&- > >(tee "$console" 9>&- | show_progress 9>&-) 2>"$console.qemu" &
    machine=$!
    # shellcheck disable=SC2064 # this machine
    trap "kill $machine 2>/dev/null" EXIT
    wait "$machine" || status=$?
    trap - EXIT
    return "$status"
}

# unpack_evidence FOLDER CONSOLE...: the first console with a whole block of evidence
unpack_evidence() {
    local folder=$1 console
    shift
    rm -rf "$folder"
    mkdir -p "$folder"
    for console; do
        [ -s "$console" ] || continue
        # on a serial line that systemd offers a login on, its prompt may stand before the first line
        tr -d '\r' <"$console" | sed -n '/^===EVIDENCE-BEGIN===/,/^===EVIDENCE-END===/{s/^.* login: //;p}' |
            grep -E '^[A-Za-z0-9+/]+=*$' | base64 -d >"$folder.tar.gz" 2>/dev/null
        tar -xzf "$folder.tar.gz" -C "$folder" 2>/dev/null && rm "$folder.tar.gz" && return
    done
    rm -f "$folder.tar.gz"
    rmdir "$folder" 2>/dev/null
    return 1
}
