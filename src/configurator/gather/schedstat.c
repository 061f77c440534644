// SPDX-License-Identifier: GPL-2.0-or-later
#include "gather/schedstat.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/cleanup.h"
#include "util/lines.h"
#include "util/log.h"
#include "util/text.h"

#define SCHEDSTAT "/proc/schedstat"

#define VERSION_WORD   "version "
#define VERSION_OLDEST 15u
#define VERSION_NAMES  17u /* from here on (6.14) a domain line has the level's name */
#define VERSION_NEWEST 17u

#define GROUP_BITS 32
#define GROUP_MAX  (CPU_LIMIT / GROUP_BITS)

/* A kernel prints three lines a CPU at the least; far more lines of another kind are no schedstat.
 */
#define FOREIGN_LINES_MAX (4 * CPU_LIMIT)

struct schedstat {
	struct domain_tree *tree;
	unsigned int version;
	unsigned int foreign_lines;
	bool in_cpu;
};

static int read_version(struct line_reader *reader, unsigned int *version)
{
	char *line;
	int r = line_reader_next(reader, &line);

	if (r < 0)
		return r;
	if (r == 0 || !text_has_prefix(line, VERSION_WORD))
		return -EPROTO;
	*version = (unsigned int)strtoul(line + strlen(VERSION_WORD), NULL, 10);
	if (*version < VERSION_OLDEST || *version > VERSION_NEWEST)
		return -EPROTONOSUPPORT;
	return 0;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

/* One group of a mask: 32 bits in up to eight digits. Return: digits read. */
static int read_group(const char **p, uint32_t *group)
{
	const char *start = *p;
	uint32_t value = 0;
	int digit;

	for (; (digit = hex_digit(**p)) >= 0 && *p - start < GROUP_BITS / 4; (*p)++)
		value = value << 4 | (uint32_t)digit;
	*group = value;
	return (int)(*p - start);
}

static void place_groups(const uint32_t *groups, int count, struct cpuset *set)
{
	cpuset_clear(set);
	for (int i = 0; i < count; i++) {
		int at = count - 1 - i; /* the highest group comes first */

		set->words[at / 2] |= (uint64_t)groups[i] << (at % 2 * GROUP_BITS);
	}
}

/* "ffffffff,0000000f", as %*pb prints it (lib/vsprintf.c, bitmap_string()). */
static int read_mask(const char *p, struct cpuset *set)
{
	uint32_t groups[GROUP_MAX];
	int count = 0;

	for (;;) {
		if (count == GROUP_MAX)
			return -ERANGE;
		if (read_group(&p, &groups[count++]) == 0)
			return -EPROTO;
		if (*p != ',')
			break;
		p++;
	}
	if (*p != ' ' && *p != '\0')
		return -EPROTO;
	place_groups(groups, count, set);
	return 0;
}

static int read_cpu_line(struct schedstat *stat, const char *number)
{
	char *end;
	unsigned long cpu = strtoul(number, &end, 10);

	if (!isdigit((unsigned char)number[0]) || (*end != ' ' && *end != '\0'))
		return -EPROTO;
	if (cpu >= CPU_LIMIT)
		return -ERANGE;
	stat->in_cpu = true;
	return domain_tree_add_cpu(stat->tree, (unsigned int)cpu);
}

static int check_level(const struct schedstat *stat, const char *number, char **behind)
{
	const struct domain_tree *tree = stat->tree;
	unsigned long level = strtoul(number, behind, 10);

	if (!stat->in_cpu || *behind == number || **behind != ' ' ||
	    level != tree->cpus[tree->cpu_count - 1].depth)
		return -EPROTO;
	(*behind)++;
	return 0;
}

/* "domain0 MC 0000000f 0 0", without the name before version 17. */
static int read_domain_line(struct schedstat *stat, char *number)
{
	char *name = NULL, *mask;
	struct cpuset span;
	int r = check_level(stat, number, &mask);

	if (r < 0)
		return r;
	if (stat->version >= VERSION_NAMES) {
		name = mask;
		mask = strchr(name, ' ');
		if (!mask)
			return -EPROTO;
		*mask++ = '\0';
	}
	r = read_mask(mask, &span);
	if (r == 0 && cpuset_is_empty(&span))
		r = -EPROTO;
	return r < 0 ? r : domain_tree_add_domain(stat->tree, name, &span);
}

static int read_line(struct schedstat *stat, char *line)
{
	if (text_has_prefix(line, "domain"))
		return read_domain_line(stat, line + strlen("domain"));
	if (text_has_prefix(line, "cpu"))
		return read_cpu_line(stat, line + strlen("cpu"));
	return ++stat->foreign_lines > FOREIGN_LINES_MAX ? -EPROTO : 0;
}

static int read_lines(struct line_reader *reader, struct schedstat *stat)
{
	char *line;
	int r = read_version(reader, &stat->version);

	while (r == 0) {
		r = line_reader_next(reader, &line);
		if (r <= 0)
			break;
		r = read_line(stat, line);
	}
	return r < 0 ? r : 0;
}

static void complain(const struct schedstat *stat, int error)
{
	switch (error) {
	case 0:
	case -ENOENT:
		break; /* no CONFIG_SCHEDSTATS: not worth a line */
	case -EPROTONOSUPPORT:
		log_line(SCHEDSTAT ": version %u is not known, not used", stat->version);
		break;
	case -EPROTO:
		log_line(SCHEDSTAT ": not used: it does not have the form of a schedstat");
		break;
	default:
		log_line(SCHEDSTAT ": not used: %s", line_reader_error(error));
	}
}

static int read_fd(int fd, struct schedstat *stat)
{
	_cleanup_free_ struct line_reader *reader = malloc(sizeof(*reader));

	if (!reader)
		return -ENOMEM;
	line_reader_init(reader, fd);
	return read_lines(reader, stat);
}

int schedstat_read(const struct root *root, struct domain_tree *tree)
{
	_cleanup_close_ int fd = root_open_regular(root, SCHEDSTAT);
	struct schedstat stat = { .tree = tree };
	int r = fd < 0 ? fd : read_fd(fd, &stat);

	complain(&stat, r);
	return r;
}
