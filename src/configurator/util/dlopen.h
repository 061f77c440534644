/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stddef.h>

/** struct library_function - a function wanted from a library, and where its address goes */
struct library_function {
	const char *name;
	void *address; /* of a function pointer */
};

/**
 * library_open() - open a library and look up functions
 * @soname: looked for where the dynamic linker looks
 * @library: receives its handle, for dlclose(3)
 *
 * Return: 0, or -ELIBACC with a line in the log.
 */
int library_open(const char *soname, const struct library_function *functions, size_t count,
                 void **library);

/*
 * Tell packaging tools which library is opened at run time, and how needed it is:
 * https://uapi-group.org/specifications/specs/elf_dlopen_metadata/
 */
#define LIBRARY_NOTE_TYPE 0x407c0c0a

#define LIBRARY_NOTE(variable, feature, description, soname)                                       \
	__attribute__((used, section(".note.dlopen"), aligned(4))) static const struct {           \
		unsigned int owner_size, text_size, type;                                          \
		char owner[4];                                                                     \
		char text[sizeof("[{\"feature\":\"" feature "\",\"description\":\"" description    \
		                 "\",\"priority\":\"recommended\",\"soname\":[\"" soname           \
		                 "\"]}]")];                                                        \
	} variable = { 4, sizeof(variable.text), LIBRARY_NOTE_TYPE, "FDO",                         \
		       "[{\"feature\":\"" feature "\",\"description\":\"" description              \
		       "\",\"priority\":\"recommended\",\"soname\":[\"" soname "\"]}]" }
