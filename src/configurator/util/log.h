/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

/**
 * log_line() - one line on stderr, prefixed with the program's name
 * @format: printf format of a message without a newline
 *
 * The message is made printable, so that it stays one line whatever a foreign file held.
 */
void log_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

/**
 * log_errno() - like log_line(), with the text of an errno value appended
 * @error: negative errno
 *
 * Return: @error, so that a caller can report and return in one statement.
 */
int log_errno(int error, const char *format, ...) __attribute__((format(printf, 2, 3)));
