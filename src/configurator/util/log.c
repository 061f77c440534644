// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/text.h"

#define MESSAGE_MAX 512

__attribute__((format(printf, 2, 0))) static void print_message(const char *suffix,
                                                                const char *format, va_list args)
{
	char message[MESSAGE_MAX];

	vsnprintf(message, sizeof(message), format, args);
	text_make_printable(message);
	fprintf(stderr, "xen-flat: %s%s%s\n", message, suffix ? ": " : "", suffix ? suffix : "");
}

void log_line(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_message(NULL, format, args);
	va_end(args);
}

int log_errno(int error, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_message(strerror(-error), format, args);
	va_end(args);
	return error;
}
