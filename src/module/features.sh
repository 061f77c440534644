#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# features.sh HEADER COMPILER FLAGS...
#
# Writes HEADER: what the scheduler headers of this kernel look like. They are
# asked, and not the kernel version, because distributions carry newer
# scheduler code on older version numbers.

set -eu

header=$1
shift

compiles() {
    printf '#include <linux/cpumask.h>\n#include <linux/stddef.h>\n#include <linux/sched/topology.h>\n%s\n' "$program" |
        "$@" -fsyntax-only -x c - 2>"${errors:-/dev/null}"
}

die() {
    echo "xen_flat: $*" >&2
    exit 1
}

mask_is() {
    program="_Static_assert(__builtin_types_compatible_p(sched_domain_mask_f,
        const struct cpumask *(*)($1)), \"other\");"
    shift
    compiles "$@"
}

has() {
    program="enum { found = $1 };"
    shift
    compiles "$@"
}

errors=/dev/stderr
has 'sizeof(struct sched_domain_topology_level)' "$@" ||
    die "the scheduler headers do not declare the topology levels"
errors=

if mask_is 'struct sched_domain_topology_level *, int' "$@"; then
    takes_level=1
elif mask_is 'int' "$@"; then
    takes_level=0
else
    die "sched_domain_mask_f has a signature that this version does not know"
fi

if has SD_SHARE_LLC "$@"; then
    share_llc=SD_SHARE_LLC
elif has SD_SHARE_PKG_RESOURCES "$@"; then
    share_llc=SD_SHARE_PKG_RESOURCES
else
    die "no domain flag for a shared cache"
fi

has_name=0
if has 'offsetof(struct sched_domain_topology_level, name)' "$@"; then
    has_name=1
fi

cat >"$header" <<EOF
#define XEN_FLAT_MASK_TAKES_LEVEL $takes_level
#define XEN_FLAT_SHARE_LLC $share_llc
#define XEN_FLAT_LEVEL_HAS_NAME $has_name
EOF
