# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# Runs test programs that speak TAP, stage by stage, and counts their lines. Source this, call
# stage for each, end with stages_done.

# Debian's own tools, whatever else somebody has put before them
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
stages_logs=${XEN_FLAT_LOGS:-$(mktemp -d "${TMPDIR:-/tmp}/xen-flat-tests.XXXXXX")}
stages_table=()
stages_passed=0
stages_failed=0
stages_skipped=0
stages_wanted=()

mkdir -p "$stages_logs"

stages_is_wanted() {
    local name
    [ ${#stages_wanted[@]} -gt 0 ] || return 0
    for name in "${stages_wanted[@]}"; do
        [ "$name" != "$1" ] || return 0
    done
    return 1
}

stages_count() {
    grep -cE "$1" "$2"
}

# stage NAME SECONDS COMMAND...: run a TAP program with a time limit and count its lines. A program
# that fails without a line saying so, ends before its plan, or prints no test is one failure more.
stage() {
    local name=$1 limit=$2 log start code passed failed skipped planned seconds
    shift 2
    stages_is_wanted "$name" || return 0
    log=$stages_logs/$name.tap
    printf '\n=== %s (at most %d s)\n' "$name" "$limit"
    start=$SECONDS
    timeout --kill-after=30 "$limit" "$@" </dev/null 2>&1 | tee "$log"
    code=${PIPESTATUS[0]}
    seconds=$((SECONDS - start))

    skipped=$(stages_count '^ok .*# SKIP' "$log")
    passed=$(($(stages_count '^ok ' "$log") - skipped))
    failed=$(stages_count '^not ok ' "$log")
    planned=$(sed -n 's/^1\.\.\([0-9]*\)$/\1/p' "$log" | awk '{ n += $1 } END { print n + 0 }')
    if [ "$code" -ne 0 ] && [ "$failed" -eq 0 ]; then
        echo "not ok - $name: exit code $code" | tee -a "$log"
        failed=1
    elif [ "$planned" -eq 0 ] || [ "$planned" -ne $((passed + failed + skipped)) ]; then
        echo "not ok - $name: $planned tests planned, $((passed + failed + skipped)) told" | tee -a "$log"
        failed=$((failed + 1))
    fi
    stages_passed=$((stages_passed + passed))
    stages_failed=$((stages_failed + failed))
    stages_skipped=$((stages_skipped + skipped))
    stages_table+=("$(printf '%-22s %7d %7d %7d %7d s' "$name" "$passed" "$failed" "$skipped" "$seconds")")
}

# The failures once more at the end, where whoever reads the last page of a long log finds them.
stages_tell_failures() {
    local log
    for log in "$stages_logs"/*.tap; do
        grep -q '^not ok' "$log" || continue
        printf '\n=== failed in %s\n' "$(basename "$log" .tap)"
        grep -A 8 '^not ok' "$log" | cut -c 1-300 | head -n 60
    done
}

stages_done() {
    [ "$stages_failed" -eq 0 ] || stages_tell_failures
    printf '\n%-22s %7s %7s %7s %9s\n' stage passed failed skipped time
    printf '%s\n' "${stages_table[@]}"
    printf 'output kept in %s\n\n' "$stages_logs"
    printf '%d passed, %d failed, %d skipped\n' "$stages_passed" "$stages_failed" "$stages_skipped"
    [ "$stages_failed" -eq 0 ] && [ "$stages_passed" -gt 0 ]
    exit
}
