// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "domains/levels.h"
#include "util/cleanup.h"
#include "util/utf8.h"

#define WIDTH       80
#define GAP         2
#define LINE_SIZE   512
#define PREFIX_SIZE 128

/* Of many like groups side by side only the first and the last are drawn. */
#define SIBLINGS_MAX 4

struct canvas {
	char **lines;
	size_t count;
	bool short_of_memory;
};

struct strokes {
	const char *branch, *last, *down, *blank;
};

static const struct strokes ascii_strokes = { "|-- ", "`-- ", "|   ", "    " };
static const struct strokes utf8_strokes = { "├── ", "└── ", "│   ", "    " };

struct tree_drawer {
	const struct level_list *levels;
	const struct strokes *strokes;
	struct canvas *canvas;
};

/*
 * By the variables alone: setlocale(3) would read files of the system, which --root forbids, to
 * find out what their names say.
 */
static bool locale_is_utf8(void)
{
	static const char *const variables[] = { "LC_ALL", "LC_CTYPE", "LANG" };

	for (size_t i = 0; i < ARRAY_SIZE(variables); i++) {
		const char *value = getenv(variables[i]);

		if (value && *value)
			return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
	}
	return false;
}

struct drawing drawing_for(FILE *out)
{
	bool terminal = isatty(fileno(out));
	return (struct drawing){
		.utf8 = locale_is_utf8(),
		.colour = terminal && !getenv("NO_COLOR"),
		.width = WIDTH,
	};
}

static void canvas_release(struct canvas *canvas)
{
	for (size_t i = 0; i < canvas->count; i++)
		free(canvas->lines[i]);
	free(canvas->lines);
}

static void draw_line(struct canvas *canvas, const char *prefix, const char *text)
{
	char **lines = reallocarray(canvas->lines, canvas->count + 1, sizeof(*lines));
	char *line;

	if (lines)
		canvas->lines = lines;
	if (!lines || asprintf(&line, "%s%s", prefix, text) < 0) {
		canvas->short_of_memory = true;
		return;
	}
	lines[canvas->count++] = line;
}

static void name_group(const struct level *level, const struct cpuset *group, char *text,
                       size_t size)
{
	_cleanup_free_ char *list = cpuset_format_list(group);

	snprintf(text, size, "%s %s", level->name, list ? list : DOMAIN_NAME_NONE);
}

/* The next level down that has groups inside of this one. Return: its index, or -1. */
static int level_below(const struct tree_drawer *drawer, int level, const struct cpuset *group)
{
	while (--level >= 0) {
		const struct level *below = &drawer->levels->levels[level];

		for (unsigned int i = 0; i < below->group_count; i++)
			if (cpuset_is_subset(&below->groups[i], group))
				return level;
	}
	return -1;
}

static void draw_group(const struct tree_drawer *drawer, int level, const struct cpuset *group,
                       const char *prefix, const char *stroke, const char *deeper);

static size_t collect_inside(const struct level *level, const struct cpuset *group,
                             const struct cpuset **inside)
{
	size_t count = 0;

	for (unsigned int i = 0; i < level->group_count; i++)
		if (cpuset_is_subset(&level->groups[i], group))
			inside[count++] = &level->groups[i];
	return count;
}

static void draw_omission(const struct tree_drawer *drawer, const char *prefix, const char *name,
                          size_t count)
{
	char text[LINE_SIZE], whole[PREFIX_SIZE + 8];

	snprintf(whole, sizeof(whole), "%s%s", prefix, drawer->strokes->branch);
	snprintf(text, sizeof(text), "... %zu more of %s", count, name);
	draw_line(drawer->canvas, whole, text);
}

static void draw_inside(const struct tree_drawer *drawer, int level, const struct cpuset *group,
                        const char *prefix)
{
	const struct strokes *strokes = drawer->strokes;
	const struct level *below = &drawer->levels->levels[level];
	_cleanup_free_ const struct cpuset **inside =
		calloc(below->group_count, sizeof(const struct cpuset *));
	size_t count = inside ? collect_inside(below, group, inside) : 0;
	bool shorten = count > SIBLINGS_MAX;

	for (size_t i = 0; i < count; i++) {
		bool last = i == count - 1;

		if (shorten && i == 1)
			draw_omission(drawer, prefix, below->name, count - 2);
		if (!shorten || i == 0 || last)
			draw_group(drawer, level, inside[i], prefix,
			           last ? strokes->last : strokes->branch,
			           last ? strokes->blank : strokes->down);
	}
}

static void draw_group(const struct tree_drawer *drawer, int level, const struct cpuset *group,
                       const char *prefix, const char *stroke, const char *deeper)
{
	int below = level_below(drawer, level, group);
	char text[LINE_SIZE], whole[PREFIX_SIZE];

	name_group(&drawer->levels->levels[level], group, text, sizeof(text));
	snprintf(whole, sizeof(whole), "%s%s", prefix, stroke);
	draw_line(drawer->canvas, whole, text);
	if (below < 0)
		return;
	snprintf(whole, sizeof(whole), "%s%s", prefix, deeper);
	draw_inside(drawer, below, group, whole);
}

static bool is_inside_above(const struct tree_drawer *drawer, int level, const struct cpuset *group)
{
	for (unsigned int i = (unsigned int)level + 1; i < drawer->levels->count; i++) {
		const struct level *above = &drawer->levels->levels[i];

		for (unsigned int j = 0; j < above->group_count; j++)
			if (cpuset_is_subset(group, &above->groups[j]))
				return true;
	}
	return false;
}

/* Each group that is inside no other is the root of a tree: one a root domain. */
static void draw_roots(const struct tree_drawer *drawer)
{
	for (int level = (int)drawer->levels->count - 1; level >= 0; level--) {
		const struct level *here = &drawer->levels->levels[level];

		if (here->group_count == 0)
			draw_line(drawer->canvas, here->name, " (CPUs not known)");
		for (unsigned int i = 0; i < here->group_count; i++)
			if (!is_inside_above(drawer, level, &here->groups[i]))
				draw_group(drawer, level, &here->groups[i], "", "", "");
	}
}

static int draw(const char *levels, const struct drawing *drawing, struct canvas *canvas)
{
	struct level_list list;
	struct tree_drawer drawer = {
		.levels = &list,
		.strokes = drawing->utf8 ? &utf8_strokes : &ascii_strokes,
		.canvas = canvas,
	};
	int r = levels_parse(levels, &list);

	if (r < 0)
		return r;
	if (list.count == 0)
		draw_line(canvas, "", "(no scheduling domain)");
	draw_roots(&drawer);
	level_list_release(&list);
	return canvas->short_of_memory ? -ENOMEM : 0;
}

/* Print at most @width characters. Return: how many. */
static int print_cut(const char *line, int width, FILE *out)
{
	int columns = 0, total = 0;
	bool cut;

	for (const char *p = line; *p; p += utf8_sequence(p) ? utf8_sequence(p) : 1)
		total++;
	cut = total > width;
	while (*line && columns < width - (cut ? 2 : 0)) {
		size_t length = utf8_sequence(line);

		if (length == 0)
			length = 1;
		fwrite(line, 1, length, out);
		line += length;
		columns++;
	}
	if (cut)
		columns += fprintf(out, "..");
	return columns;
}

int tree_print(const char *levels, const struct drawing *drawing, FILE *out)
{
	_cleanup_(canvas_release) struct canvas canvas = { .count = 0 };
	int r = draw(levels, drawing, &canvas);

	if (r < 0)
		return r;
	for (size_t i = 0; i < canvas.count; i++) {
		print_cut(canvas.lines[i], drawing->width, out);
		fputc('\n', out);
	}
	return 0;
}

static void print_title(const char *title, int width, const struct drawing *drawing, FILE *out)
{
	fputs(drawing->colour ? "\033[1m" : "", out);
	fprintf(out, "%-*s", width, title);
	fputs(drawing->colour ? "\033[0m" : "", out);
}

static const char *line_at(const struct canvas *canvas, size_t i)
{
	return i < canvas->count ? canvas->lines[i] : "";
}

int tree_print_pair(const char *left_title, const char *left, const char *right_title,
                    const char *right, const struct drawing *drawing, FILE *out)
{
	_cleanup_(canvas_release) struct canvas left_canvas = { .count = 0 };
	_cleanup_(canvas_release) struct canvas right_canvas = { .count = 0 };
	int column = (drawing->width - GAP) / 2;
	int r = draw(left, drawing, &left_canvas);

	if (r == 0)
		r = draw(right, drawing, &right_canvas);
	if (r < 0)
		return r;

	print_title(left_title, column + GAP, drawing, out);
	print_title(right_title, 0, drawing, out);
	fputc('\n', out);
	for (size_t i = 0; i < left_canvas.count || i < right_canvas.count; i++) {
		int used = print_cut(line_at(&left_canvas, i), column, out);

		fprintf(out, "%*s", column + GAP - used, "");
		print_cut(line_at(&right_canvas, i), column, out);
		fputc('\n', out);
	}
	return 0;
}
