// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Loaded before the program: makes one allocation, or one function of libkmod or libudev, fail.
 *
 * FAULT_MALLOC=N	the N-th allocation fails, counted from main() on; 0: none does
 * FAULT_FUNCTION=NAME	that function fails, of those that are looked up at run time
 * FAULT_LOG=FILE	receives a line for each of what was reached: "malloc", "looked-up NAME",
 *			and "failed malloc", with the functions that wanted it, or "failed NAME"
 */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static bool counting;
static long allocations, failing;

static int open_log(void)
{
	const char *path = getenv("FAULT_LOG");

	return path ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644) : -1;
}

/* No allocation in here. */
static void tell(const char *what, const char *name)
{
	int fd = open_log();
	char line[128] = "";

	if (fd < 0)
		return;
	strncat(line, what, 30);
	strncat(line, name, 90);
	strcat(line, "\n");
	if (write(fd, line, strlen(line)) < 0)
		abort();
	close(fd);
}

static void tell_callers(void)
{
	void *callers[32];
	int fd = open_log();

	if (fd < 0)
		return;
	backtrace_symbols_fd(callers, backtrace(callers, 32), fd);
	close(fd);
}

static bool fails(void)
{
	if (!counting)
		return false;
	if (failing == 0)
		tell("malloc", "");
	if (++allocations != failing)
		return false;
	tell("failed malloc", "");
	tell_callers();
	errno = ENOMEM;
	return true;
}

void *malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
	return fails() ? NULL : __libc_realloc(old, size);
}

static void *return_nothing(void)
{
	tell("failed ", getenv("FAULT_FUNCTION"));
	return NULL;
}

static long return_error(void)
{
	tell("failed ", getenv("FAULT_FUNCTION"));
	return -EIO;
}

static void *stand_in(const char *name)
{
	static const char *const give_pointers[] = {
		"_new", "get_list_entry", "get_next", "get_module", "queue_new", "enumerate_new"
	};
	union {
		void *(*nothing)(void);
		long (*error)(void);
		void *address;
	} function = { .error = return_error };

	for (size_t i = 0; i < sizeof(give_pointers) / sizeof(*give_pointers); i++)
		if (strlen(name) >= strlen(give_pointers[i]) &&
		    strcmp(name + strlen(name) - strlen(give_pointers[i]), give_pointers[i]) == 0)
			function.nothing = return_nothing;
	return function.address;
}

/* The program looks up what it needs of a library by this. */
void *dlsym(void *library, const char *name)
{
	static void *(*real)(void *library, const char *name);
	const char *wanted = getenv("FAULT_FUNCTION");

	if (!real)
		real = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
	if (!real)
		real = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
	tell("looked-up ", name);
	if (wanted && strcmp(wanted, name) == 0)
		return stand_in(name);
	return real(library, name);
}

__attribute__((constructor)) static void start(void)
{
	const char *number = getenv("FAULT_MALLOC");
	void *first[1];

	backtrace(first, 1); /* loads a library the first time */
	failing = number ? atol(number) : 0;
	counting = number;
}
