/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "util/root.h"

#define CPUID_SIGNATURE_SIZE 13

/*
 * Hypervisors put their leaves at 0x40000000 and above; one that imitates another puts its own
 * 0x100 further on (xen/include/public/arch-x86/cpuid.h).
 */
#define CPUID_HYPERVISOR_FIRST 0x40000000u
#define CPUID_HYPERVISOR_LAST  0x40010000u
#define CPUID_HYPERVISOR_STEP  0x100u

#define CPUID_SIGNATURE_XEN "XenVMMXenVMM"

/** struct cpuid_finding - what a scan over the hypervisor leaves found */
struct cpuid_finding {
	char first[CPUID_SIGNATURE_SIZE]; /* the first signature, "" for none */
	bool xen;                         /* Xen's signature stands at one of the leaves */
	uint32_t xen_version;             /* leaf base+1 EAX: major << 16 | minor; 0 unknown */
};

/**
 * cpuid_scan() - look for hypervisor signatures
 *
 * Live: with the CPUID instruction, and only if CPUID.1:ECX[31] says that there is a hypervisor.
 * Under --root: in DIR/cpuid-hv.txt, lines such as "0x40000000 XenVMMXenVMM".
 */
void cpuid_scan(const struct root *root, struct cpuid_finding *finding);

/**
 * cpuid_forced_is_xen() - ask with Xen's forced emulation prefix
 *
 * In a PV guest plain CPUID goes to the processor and shows the outer machine. The sequence
 * ud2a, "xen", cpuid traps into Xen there (xen/include/public/arch-x86/xen.h, XEN_CPUID); anywhere
 * else it is an illegal instruction, which is caught. Never under --root.
 */
bool cpuid_forced_is_xen(const struct root *root);
