/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

/*
 * What the targets share. Each target is a file of its own with LLVMFuzzerTestOneInput(), which
 * libFuzzer calls with inputs of its making. Parsers that want files find them in a folder in
 * memory, by --root's own way.
 */

#include <stddef.h>
#include <stdint.h>

#include "util/root.h"

/* Where one input stands for several files; no UTF-8 text holds it. */
#define FUZZ_SEPARATOR 0xfe

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** require() - what must hold whatever the input was */
#define require(condition)                                                                         \
	do {                                                                                       \
		if (!(condition))                                                                  \
			fuzz_failed(#condition, __FILE__, __LINE__);                               \
	} while (0)

void fuzz_failed(const char *condition, const char *file, int line) __attribute__((noreturn));

/** fuzz_root() - the folder */
const struct root *fuzz_root(void);

/** fuzz_put() - a file in it, in place of the old one */
void fuzz_put(const char *path, const void *data, size_t size);

/** fuzz_put_text() - the same with a string */
void fuzz_put_text(const char *path, const char *text);

/** fuzz_put_parts() - one file a part of the input; files without a part are removed */
void fuzz_put_parts(const char *const paths[], size_t count, const uint8_t *data, size_t size);

/** fuzz_string() - the input as a string, up to its first NUL byte, to be freed */
char *fuzz_string(const uint8_t *data, size_t size);
