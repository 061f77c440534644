// SPDX-License-Identifier: GPL-2.0-or-later
#include "gather/cpuid.h"

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/cleanup.h"
#include "util/text.h"

#define RECORDED_SIGNATURES     "/cpuid-hv.txt"
#define RECORDED_SIGNATURES_MAX (64 * 1024)

static void keep_signature(struct cpuid_finding *finding, const char *signature)
{
	if (!finding->first[0])
		text_copy(finding->first, sizeof(finding->first), signature);
	if (strcmp(signature, CPUID_SIGNATURE_XEN) == 0)
		finding->xen = true;
}

static void read_recorded_line(const char *line, struct cpuid_finding *finding)
{
	char signature[CPUID_SIGNATURE_SIZE];
	char *end;
	unsigned long leaf = strtoul(line, &end, 16);

	if (end == line || leaf < CPUID_HYPERVISOR_FIRST || leaf > CPUID_HYPERVISOR_LAST)
		return;
	while (*end == ' ' || *end == '\t')
		end++;
	/* A signature may hold blanks ("Microsoft Hv"); it is 12 bytes at most. */
	text_copy(signature, sizeof(signature), end);
	if (signature[0])
		keep_signature(finding, signature);
}

static void scan_recorded(const struct root *root, struct cpuid_finding *finding)
{
	_cleanup_free_ char *text = NULL;
	char *line, *rest;

	if (root_read_text(root, RECORDED_SIGNATURES, RECORDED_SIGNATURES_MAX, &text) < 0)
		return;
	for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
		read_recorded_line(text_trim(line), finding);
}

#if defined(__x86_64__) || defined(__i386__)

#include <cpuid.h>

#define CPUID_FEATURES       1u
#define CPUID_ECX_HYPERVISOR (1u << 31)
#define XEN_LEAVES           2u /* a base that claims fewer is not Xen's (xen-detect.c) */

static bool hypervisor_bit(void)
{
	unsigned int a, b, c, d;

	return __get_cpuid(CPUID_FEATURES, &a, &b, &c, &d) && (c & CPUID_ECX_HYPERVISOR);
}

static bool printable(const char *signature)
{
	for (; *signature; signature++)
		if (*signature < ' ' || *signature > '~')
			return false;
	return true;
}

static void scan_leaf(unsigned int base, struct cpuid_finding *finding)
{
	char signature[CPUID_SIGNATURE_SIZE] = "";
	unsigned int top, b, c, d, version;

	__cpuid(base, top, b, c, d);
	memcpy(signature, &b, 4);
	memcpy(signature + 4, &c, 4);
	memcpy(signature + 8, &d, 4);
	if (!signature[0] || !printable(signature))
		return;
	if (strcmp(signature, CPUID_SIGNATURE_XEN) == 0) {
		if (top < base + XEN_LEAVES)
			return;
		__cpuid(base + 1, version, b, c, d);
		finding->xen_version = version;
	}
	keep_signature(finding, signature);
}

static void scan_processor(struct cpuid_finding *finding)
{
	if (!hypervisor_bit())
		return;
	for (unsigned int base = CPUID_HYPERVISOR_FIRST;
	     base <= CPUID_HYPERVISOR_LAST && !finding->xen; base += CPUID_HYPERVISOR_STEP)
		scan_leaf(base, finding);
}

/* A signal handler gets no argument of ours, so where to return to must be known to the file. */
static sigjmp_buf no_such_instruction;

static void on_illegal_instruction(int signal)
{
	siglongjmp(no_such_instruction, signal);
}

static bool forced_cpuid(char *signature)
{
	unsigned int top = CPUID_HYPERVISOR_FIRST, b, c = 0, d;

	if (sigsetjmp(no_such_instruction, 1) != 0)
		return false;
	/* ud2a; .ascii "xen"; cpuid */
	__asm__ volatile(".byte 0x0f,0x0b,0x78,0x65,0x6e,0x0f,0xa2"
	                 : "+a"(top), "=b"(b), "+c"(c), "=d"(d));
	memcpy(signature, &b, 4);
	memcpy(signature + 4, &c, 4);
	memcpy(signature + 8, &d, 4);
	return true;
}

bool cpuid_forced_is_xen(const struct root *root)
{
	const struct sigaction guard = { .sa_handler = on_illegal_instruction };
	char signature[CPUID_SIGNATURE_SIZE] = "";
	struct sigaction ill, segv;
	bool answered;

	if (!root_is_live(root) || !hypervisor_bit())
		return false;
	sigaction(SIGILL, &guard, &ill);
	sigaction(SIGSEGV, &guard, &segv);
	answered = forced_cpuid(signature);
	sigaction(SIGSEGV, &segv, NULL);
	sigaction(SIGILL, &ill, NULL);
	return answered && strcmp(signature, CPUID_SIGNATURE_XEN) == 0;
}

#else

static void scan_processor(struct cpuid_finding *finding)
{
	(void)finding;
}

bool cpuid_forced_is_xen(const struct root *root)
{
	(void)root;
	return false;
}

#endif

void cpuid_scan(const struct root *root, struct cpuid_finding *finding)
{
	*finding = (struct cpuid_finding){ .xen_version = 0 };
	if (root_is_live(root))
		scan_processor(finding);
	else
		scan_recorded(root, finding);
}
