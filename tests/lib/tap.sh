# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# Test Anything Protocol for shell tests: source this, report every check, end with tap_done.

tap_count=0
tap_failures=0

tap_ok() {
    tap_count=$((tap_count + 1))
    printf 'ok %d - %s\n' "$tap_count" "$1"
}

# tap_fail NAME [WHY]
tap_fail() {
    tap_count=$((tap_count + 1))
    tap_failures=$((tap_failures + 1))
    printf 'not ok %d - %s\n' "$tap_count" "$1"
    [ -z "${2:-}" ] || tap_note "$2"
}

# tap_skip NAME REASON
tap_skip() {
    tap_count=$((tap_count + 1))
    printf 'ok %d - %s # SKIP %s\n' "$tap_count" "$1" "$2"
}

# tap_note TEXT: a diagnostic, every line of it behind a hash sign
tap_note() {
    printf '%s\n' "$1" | sed 's/^/# /'
}

# tap_check NAME COMMAND...: passes when the command does; its output becomes the diagnostic when it fails
tap_check() {
    local name=$1 output
    shift
    if output=$("$@" 2>&1); then
        tap_ok "$name"
    else
        tap_fail "$name" "$output"
    fi
}

# tap_refute NAME COMMAND...: the negative, passes when the command fails
tap_refute() {
    local name=$1 output
    shift
    if output=$("$@" 2>&1); then
        tap_fail "$name" "passed, but must not: $* ${output:+($output)}"
    else
        tap_ok "$name"
    fi
}

tap_done() {
    printf '1..%d\n' "$tap_count"
    [ "$tap_failures" -eq 0 ]
    exit
}
