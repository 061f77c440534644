// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A container shares its kernel with others: the scheduling domains are not its business.
 */
#include "gather/gather.h"

#include <string.h>

#include "util/cleanup.h"
#include "util/text.h"

#define ENVIRON_MAX (128 * 1024) /* of PID 1; the kernel limits a single string to that */
#define CGROUP_MAX  (16 * 1024)

/* Written by docker, podman, systemd-nspawn and every manager that follows systemd's interface. */
static bool marker_file(const struct root *root)
{
	static const char *const markers[] = {
		"/run/systemd/container",
		"/run/host/container-manager",
		"/run/.containerenv",
		"/.dockerenv",
	};

	for (size_t i = 0; i < ARRAY_SIZE(markers); i++)
		if (root_exists(root, markers[i]))
			return true;
	return false;
}

/* lxc and systemd-nspawn set container= for PID 1; readable by root only. */
static bool init_environment(const struct root *root)
{
	_cleanup_free_ char *text = NULL;
	ssize_t length = root_read_text(root, "/proc/1/environ", ENVIRON_MAX, &text);

	for (ssize_t at = 0; at < length; at += (ssize_t)strlen(text + at) + 1)
		if (text_has_prefix(text + at, "container=") && text[at + 10] != '\0')
			return true;
	return false;
}

/* OpenVZ shows /proc/vz everywhere and /proc/bc on the host only. */
static bool openvz(const struct root *root)
{
	return root_exists(root, "/proc/vz") && !root_exists(root, "/proc/bc");
}

/* With version 1 control groups the manager's name stands in the path of PID 1. */
static bool init_cgroup(const struct root *root)
{
	static const char *const managers[] = { "/docker/",
		                                "/docker-",
		                                "/lxc/",
		                                "/lxc.payload",
		                                "/kubepods",
		                                "/libpod-",
		                                "/machine.slice/libpod" };
	_cleanup_free_ char *text = NULL;

	if (root_read_text(root, "/proc/1/cgroup", CGROUP_MAX, &text) < 0)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(managers); i++)
		if (strstr(text, managers[i]))
			return true;
	return false;
}

bool gather_container(const struct root *root)
{
	return marker_file(root) || init_environment(root) || openvz(root) || init_cgroup(root);
}
