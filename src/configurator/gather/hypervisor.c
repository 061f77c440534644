// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Who runs below this kernel. The order matters:
 *
 * 1. /sys/hypervisor: the kernel itself talks to Xen, nothing knows better. Its feature word has
 *    the dom0 bit, which is final, in the initramfs too, where xenfs is never mounted.
 * 2. Only where the kernel is silent: CPUID, scanned in steps of 0x100 because with viridian the
 *    first signature is Hyper-V's; then the forced emulation prefix, for a PV guest's plain CPUID
 *    shows the outer machine; then the devices on the xen bus.
 *
 * Not asked at all: disk names (xvda exists elsewhere), DMI strings alone (they outlive a
 * migration and are faked), the existence of /proc/xen (an empty folder in every Debian kernel).
 */
#include "gather/gather.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "gather/cpuid.h"
#include "util/cleanup.h"
#include "util/log.h"
#include "util/text.h"

#define LINE_SIZE 256

#define HYPERVISOR_TYPE       "/sys/hypervisor/type"
#define HYPERVISOR_GUEST_TYPE "/sys/hypervisor/guest_type"
#define HYPERVISOR_FEATURES   "/sys/hypervisor/properties/features"
#define HYPERVISOR_UUID       "/sys/hypervisor/uuid"
#define HYPERVISOR_MAJOR      "/sys/hypervisor/version/major"
#define HYPERVISOR_MINOR      "/sys/hypervisor/version/minor"
#define HYPERVISOR_EXTRA      "/sys/hypervisor/version/extra"
#define XENFS_CAPABILITIES    "/proc/xen/capabilities"
#define XEN_BUS_DEVICES       "/sys/bus/xen/devices"
#define DEVICE_TREE_NODE      "/proc/device-tree/hypervisor/compatible"
#define DMI_PRODUCT           "/sys/class/dmi/id/product_name"
#define DMI_BIOS_VERSION      "/sys/class/dmi/id/bios_version"

/* xen/include/public/features.h */
#define XENFEAT_WRITABLE_PAGE_TABLES   (1u << 0)
#define XENFEAT_AUTO_TRANSLATED        (1u << 2)
#define XENFEAT_MMU_PT_UPDATE_PRESERVE (1u << 5)
#define XENFEAT_HVM_CALLBACK_VECTOR    (1u << 8)
#define XENFEAT_HVM_SAFE_PVCLOCK       (1u << 9)
#define XENFEAT_HVM_PIRQS              (1u << 10)
#define XENFEAT_DOM0                   (1u << 11)

#define XENFEAT_HVM (XENFEAT_HVM_CALLBACK_VECTOR | XENFEAT_HVM_SAFE_PVCLOCK)
#define XENFEAT_ARM (XENFEAT_WRITABLE_PAGE_TABLES | XENFEAT_AUTO_TRANSLATED)

/* Since Xen 4.19 HVM guests have no PIRQs unless asked for, so bit 10 says nothing there. */
#define XEN_VERSION_OPTIONAL_PIRQS 0x00040013u

/* Return: whether the file could be read; what it said is noted. */
static bool hear(const struct root *root, const char *path, const char *name, char *line,
                 struct witness_list *witnesses)
{
	int r = root_read_line(root, path, line, LINE_SIZE);

	if (r < 0 && r != -ENOENT)
		log_errno(r, "%s: not used", path);
	if (r < 0)
		return false;
	witness_note(witnesses, name, line);
	return true;
}

static enum hypervisor sysfs_type(const struct root *root, struct witness_list *witnesses)
{
	char line[LINE_SIZE];

	if (!hear(root, HYPERVISOR_TYPE, "sysfs_type", line, witnesses) || !line[0])
		return HYPERVISOR_NONE;
	return strcmp(line, "xen") == 0 ? HYPERVISOR_XEN : HYPERVISOR_OTHER;
}

/* Return: the feature word, or 0 where there is none: a live Xen always sets some bits. */
static uint32_t sysfs_features(const struct root *root, struct witness_list *witnesses)
{
	char line[LINE_SIZE];
	unsigned long features;
	char *end;

	if (!hear(root, HYPERVISOR_FEATURES, "sysfs_features", line, witnesses) ||
	    !isxdigit((unsigned char)line[0]))
		return 0;
	features = strtoul(line, &end, 16);
	return *end == '\0' && features <= UINT32_MAX ? (uint32_t)features : 0;
}

static enum guest_type sysfs_guest_type(const struct root *root, struct witness_list *witnesses)
{
	static const struct {
		const char *word;
		enum guest_type type;
	} known[] = {
		{ "PV", GUEST_TYPE_PV },
		{ "PVH", GUEST_TYPE_PVH },
		{ "HVM", GUEST_TYPE_HVM },
		{ "Xen", GUEST_TYPE_ARM }, /* arch/arm/xen has one kind only */
	};
	char line[LINE_SIZE];

	if (!hear(root, HYPERVISOR_GUEST_TYPE, "sysfs_guest_type", line, witnesses))
		return GUEST_TYPE_UNKNOWN;
	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (strcmp(line, known[i].word) == 0)
			return known[i].type;
	return GUEST_TYPE_UNKNOWN;
}

static bool dmi_is_hvm(const struct root *root, struct witness_list *witnesses)
{
	char line[LINE_SIZE];

	return hear(root, DMI_PRODUCT, "dmi_product", line, witnesses) &&
	       strcmp(line, "HVM domU") == 0;
}

static uint32_t version_number(const char *version)
{
	unsigned long major, minor;
	char *end;

	major = strtoul(version, &end, 10);
	if (end == version || *end != '.')
		return 0;
	minor = strtoul(end + 1, NULL, 10);
	return (uint32_t)(major << 16 | (minor & 0xffff));
}

static enum guest_type features_guest_type(const struct root *root, uint32_t features,
                                           const char *version, struct witness_list *witnesses)
{
	if (features & XENFEAT_MMU_PT_UPDATE_PRESERVE)
		return GUEST_TYPE_PV;
	if ((features & XENFEAT_HVM) == XENFEAT_HVM) {
		if (features & XENFEAT_DOM0) /* there is no HVM dom0 */
			return GUEST_TYPE_PVH;
		if ((features & XENFEAT_HVM_PIRQS) || dmi_is_hvm(root, witnesses))
			return GUEST_TYPE_HVM;
		return version_number(version) < XEN_VERSION_OPTIONAL_PIRQS ? GUEST_TYPE_PVH
		                                                            : GUEST_TYPE_UNKNOWN;
	}
	if ((features & (XENFEAT_ARM | XENFEAT_HVM)) == XENFEAT_ARM)
		return GUEST_TYPE_ARM;
	return GUEST_TYPE_UNKNOWN;
}

static bool uuid_is_zero(const struct root *root)
{
	char uuid[LINE_SIZE];

	/* Not noted: the uuid names one machine, and the witnesses go into support archives. */
	return root_read_line(root, HYPERVISOR_UUID, uuid, sizeof(uuid)) == 0 &&
	       strchr(uuid, '0') && strspn(uuid, "0-") == strlen(uuid);
}

static bool xenfs_says_control(const struct root *root, struct witness_list *witnesses)
{
	char line[LINE_SIZE];

	return hear(root, XENFS_CAPABILITIES, "xenfs_capabilities", line, witnesses) &&
	       strstr(line, "control_d");
}

static enum role find_role(const struct root *root, uint32_t features,
                           struct witness_list *witnesses)
{
	if (features)
		return features & XENFEAT_DOM0 ? ROLE_DOM0 : ROLE_DOMU;
	if (xenfs_says_control(root, witnesses))
		return ROLE_DOM0;
	if (uuid_is_zero(root)) {
		witness_note(witnesses, "sysfs_uuid", "zero");
		return ROLE_DOM0;
	}
	return ROLE_DOMU;
}

static bool is_number(const char *s)
{
	return *s && s[strspn(s, "0123456789")] == '\0';
}

static void sysfs_version(const struct root *root, char *version)
{
	char major[8], minor[8], extra[32];

	version[0] = '\0';
	if (root_read_line(root, HYPERVISOR_MAJOR, major, sizeof(major)) < 0 ||
	    root_read_line(root, HYPERVISOR_MINOR, minor, sizeof(minor)) < 0 || !is_number(major) ||
	    !is_number(minor))
		return;
	/* A Xen with XSM may keep it to itself: "<denied>". */
	if (root_read_line(root, HYPERVISOR_EXTRA, extra, sizeof(extra)) < 0 || extra[0] == '<')
		extra[0] = '\0';
	snprintf(version, XEN_VERSION_SIZE, "%s.%s%s", major, minor, extra);
}

/*
 * EC2's uuids start with "ec2"; some firmware stores the first group in the other byte order, as
 * SMBIOS 2.6 has it.
 */
static bool uuid_is_ec2(const char *uuid)
{
	return strncasecmp(uuid, "ec2", 3) == 0 ||
	       (strlen(uuid) > 8 && strncasecmp(uuid + 6, "ec", 2) == 0 && uuid[4] == '2');
}

static enum cloud find_cloud(const struct root *root, struct witness_list *witnesses)
{
	char line[LINE_SIZE];

	if (hear(root, DMI_BIOS_VERSION, "dmi_bios_version", line, witnesses) &&
	    text_has_suffix(line, ".amazon"))
		return CLOUD_EC2;
	if (root_read_line(root, HYPERVISOR_UUID, line, sizeof(line)) == 0 && uuid_is_ec2(line)) {
		witness_note(witnesses, "sysfs_uuid", "ec2");
		return CLOUD_EC2;
	}
	return CLOUD_NONE;
}

static void describe_by_sysfs(const struct root *root, struct hypervisor_facts *facts,
                              struct witness_list *witnesses)
{
	uint32_t features = sysfs_features(root, witnesses);

	facts->hypervisor = HYPERVISOR_XEN;
	sysfs_version(root, facts->xen_version);
	facts->role = find_role(root, features, witnesses);
	facts->guest_type = sysfs_guest_type(root, witnesses);
	if (facts->guest_type == GUEST_TYPE_UNKNOWN)
		facts->guest_type =
			features_guest_type(root, features, facts->xen_version, witnesses);
	facts->cloud = find_cloud(root, witnesses);
}

static bool device_tree_says_xen(const struct root *root, struct witness_list *witnesses)
{
	char line[LINE_SIZE];

	return hear(root, DEVICE_TREE_NODE, "device_tree", line, witnesses) &&
	       strstr(line, "xen,xen");
}

static bool xen_bus_has_devices(const struct root *root, struct witness_list *witnesses)
{
	_cleanup_closedir_ DIR *dir = NULL;
	struct dirent *entry;

	if (root_opendir(root, XEN_BUS_DEVICES, &dir) < 0)
		return false;
	while ((entry = readdir(dir)))
		if (entry->d_name[0] != '.') {
			witness_note(witnesses, "xen_bus", entry->d_name);
			return true;
		}
	return false;
}

static void be_xen(struct hypervisor_facts *facts, enum guest_type guest_type)
{
	facts->hypervisor = HYPERVISOR_XEN;
	facts->guest_type = guest_type;
}

/* The kernel was built without CONFIG_XEN_SYS_HYPERVISOR, or there is no Xen. */
static void describe_without_sysfs(const struct root *root, struct hypervisor_facts *facts,
                                   struct witness_list *witnesses)
{
	struct cpuid_finding cpuid;

	cpuid_scan(root, &cpuid);
	if (cpuid.first[0]) {
		witness_note(witnesses, "cpuid", cpuid.first);
		facts->hypervisor = HYPERVISOR_OTHER;
	}
	if (cpuid.xen) {
		witness_note(witnesses, "cpuid_scan", CPUID_SIGNATURE_XEN);
		be_xen(facts, GUEST_TYPE_UNKNOWN);
	} else if (cpuid_forced_is_xen(root)) {
		witness_note(witnesses, "cpuid_forced", CPUID_SIGNATURE_XEN);
		be_xen(facts, GUEST_TYPE_PV);
	} else if (device_tree_says_xen(root, witnesses)) {
		be_xen(facts, GUEST_TYPE_ARM);
	} else if (xen_bus_has_devices(root, witnesses)) {
		be_xen(facts, GUEST_TYPE_UNKNOWN);
	}
	if (facts->hypervisor != HYPERVISOR_XEN)
		return;

	if (cpuid.xen_version)
		snprintf(facts->xen_version, sizeof(facts->xen_version), "%u.%u",
		         cpuid.xen_version >> 16, cpuid.xen_version & 0xffff);
	facts->role = find_role(root, 0, witnesses);
	facts->cloud = find_cloud(root, witnesses);
}

void gather_hypervisor(const struct root *root, struct hypervisor_facts *facts,
                       struct witness_list *witnesses)
{
	enum hypervisor type;

	*facts = (struct hypervisor_facts){ .hypervisor = HYPERVISOR_NONE };
	type = sysfs_type(root, witnesses);
	if (type == HYPERVISOR_XEN)
		describe_by_sysfs(root, facts, witnesses);
	else
		describe_without_sysfs(root, facts, witnesses);

	if (type == HYPERVISOR_OTHER && facts->hypervisor == HYPERVISOR_NONE)
		facts->hypervisor = HYPERVISOR_OTHER;
}
