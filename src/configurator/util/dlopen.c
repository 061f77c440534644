// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/dlopen.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

#include "util/log.h"

static int look_up(void *library, const char *soname, const struct library_function *functions,
                   size_t count)
{
	for (size_t i = 0; i < count; i++) {
		void *address = dlsym(library, functions[i].name);

		if (!address) {
			log_line("%s has no function %s", soname, functions[i].name);
			return -ELIBACC;
		}
		/* ISO C has no conversion from an object to a function pointer; POSIX has. */
		memcpy(functions[i].address, &address, sizeof(address));
	}
	return 0;
}

int library_open(const char *soname, const struct library_function *functions, size_t count,
                 void **library)
{
	int r;

	*library = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
	if (!*library) {
		log_line("%s", dlerror());
		return -ELIBACC;
	}
	r = look_up(*library, soname, functions, count);
	if (r < 0) {
		dlclose(*library);
		*library = NULL;
	}
	return r;
}
