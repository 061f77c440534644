// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/math-api.h"

#include <dlfcn.h>
#include <stddef.h>

#include "util/cleanup.h"
#include "util/dlopen.h"

int math_api_open(struct math_api *api)
{
	const struct library_function functions[] = {
		{ "log", &api->log },
		{ "exp", &api->exp },
		{ "sqrt", &api->sqrt },
		{ "atan", &api->atan },
	};

	*api = (struct math_api){ .library = NULL };
	return library_open(MATH_SONAME, functions, ARRAY_SIZE(functions), &api->library);
}

void math_api_close(struct math_api *api)
{
	if (api->library)
		dlclose(api->library);
	api->library = NULL;
}
