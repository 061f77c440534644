// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The RFC flattens "unless 1:1 pinned". In a dom0 that is a question Xen answers: for a vCPU that
 * is pinned for good the hardware domain may ask for its physical CPU, and gets -EINVAL for one
 * that floats (xen/common/domain.c, VCPUOP_get_physid, is_hwdom_pinned_vcpu()).
 */
#include "gather/gather.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include "util/cleanup.h"

#define RECORDED_ANSWER "/vcpus-pinned.txt"
#define PRIVCMD_DEVICE  "/dev/xen/privcmd"

/* xen/include/public/xen.h and vcpu.h */
#define HYPERVISOR_VCPU_OP 24u
#define VCPUOP_GET_PHYSID  12u

/* include/uapi/xen/privcmd.h, which is not among the packaged kernel headers */
struct privcmd_hypercall {
	uint64_t op;
	uint64_t arg[5];
};
#define IOCTL_PRIVCMD_HYPERCALL _IOC(_IOC_NONE, 'P', 0, sizeof(struct privcmd_hypercall))

static enum answer recorded_answer(const struct root *root)
{
	char word[16];
	int answer;

	if (root_read_line(root, RECORDED_ANSWER, word, sizeof(word)) < 0)
		return ANSWER_UNKNOWN;
	answer = answer_from_word(word);
	return answer < 0 ? ANSWER_UNKNOWN : (enum answer)answer;
}

/* Xen writes the answer by its address, so the buffer must be in memory and stay there. */
static enum answer ask_about(int privcmd, unsigned int vcpu, uint64_t *buffer)
{
	struct privcmd_hypercall call = {
		.op = HYPERVISOR_VCPU_OP,
		.arg = { VCPUOP_GET_PHYSID, vcpu, (uint64_t)(uintptr_t)buffer },
	};

	if (ioctl(privcmd, IOCTL_PRIVCMD_HYPERCALL, &call) == 0)
		return ANSWER_YES;
	return errno == EINVAL ? ANSWER_NO : ANSWER_UNKNOWN;
}

/* One vCPU that floats makes all levels false. */
static enum answer ask_about_all(int privcmd, const struct cpuset *online, uint64_t *buffer)
{
	unsigned int cpu;

	for_each_cpu(cpu, online) {
		enum answer answer = ask_about(privcmd, cpu, buffer);

		if (answer != ANSWER_YES)
			return answer;
	}
	return cpuset_is_empty(online) ? ANSWER_UNKNOWN : ANSWER_YES;
}

enum answer gather_vcpus_pinned(const struct root *root, const struct cpuset *online)
{
	_cleanup_close_ int privcmd = -1;
	enum answer answer;
	uint64_t *buffer;

	if (!root_is_live(root))
		return recorded_answer(root);
	privcmd = root_open(root, PRIVCMD_DEVICE, O_RDWR);
	if (privcmd < 0)
		return ANSWER_UNKNOWN;
	buffer = mmap(NULL, sizeof(*buffer), PROT_READ | PROT_WRITE,
	              MAP_PRIVATE | MAP_ANONYMOUS | MAP_LOCKED | MAP_POPULATE, -1, 0);
	if (buffer == MAP_FAILED)
		return ANSWER_UNKNOWN;
	*buffer = 0;
	answer = ask_about_all(privcmd, online, buffer);
	munmap(buffer, sizeof(*buffer));
	return answer;
}
