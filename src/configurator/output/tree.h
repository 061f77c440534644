/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/** struct drawing - how to draw on the stream at hand */
struct drawing {
	bool utf8;   /* line-drawing characters are there */
	bool colour; /* a terminal that shows it */
	int width;   /* columns of the stream, in characters */
};

/** drawing_for() - find out how to draw on @out */
struct drawing drawing_for(FILE *out);

/**
 * tree_print() - draw levels ("MC:0-1|2-3 PKG:0-3") as a tree of groups
 * Return: 0, or a negative errno where @levels is not of that form.
 */
int tree_print(const char *levels, const struct drawing *drawing, FILE *out);

/**
 * tree_print_pair() - draw two sets of levels side by side under their titles
 * Return: as tree_print().
 */
int tree_print_pair(const char *left_title, const char *left, const char *right_title,
                    const char *right, const struct drawing *drawing, FILE *out);
