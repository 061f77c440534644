// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include <errno.h>
#include <unistd.h>

#include "act/kmod-api.h"
#include "act/module.h"

/* The real libkmod, with a file that is no module: the error must come through. */
static void what_is_no_module_is_not_loaded(void **state)
{
	struct root live;

	(void)state;
	root_init(&live, NULL);
	assert_true(module_load("/no/such/xen_flat.ko", WANTED_FLAT, WAKEUP_LOCAL) < 0);
	assert_true(module_load("/dev/null", WANTED_FLAT, WAKEUP_LOCAL) < 0);
}

static void every_function_is_in_the_library(void **state)
{
	struct kmod_api api;

	(void)state;
	assert_int_equal(kmod_api_open(&api), 0);
	kmod_api_close(&api);
}

static void errors_have_reasons(void **state)
{
	struct root live;

	(void)state;
	root_init(&live, NULL);
	assert_int_equal(module_error_reason(&live, -EKEYREJECTED), METHOD_REASON_MODULE_SIGNATURE);
	assert_int_equal(module_error_reason(&live, -ENOKEY), METHOD_REASON_MODULE_SIGNATURE);
	assert_int_equal(module_error_reason(&live, -EOPNOTSUPP), METHOD_REASON_MODULE_UNSUPPORTED);
	assert_int_equal(module_error_reason(&live, -ENODEV), METHOD_REASON_MODULE_UNSUPPORTED);
	assert_int_equal(module_error_reason(&live, -ENOENT), METHOD_REASON_MODULE_MISSING);
	assert_int_equal(module_error_reason(&live, -ENOEXEC), METHOD_REASON_MODULE_FAILED);
	assert_int_equal(module_error_reason(&live, -ELIBACC), METHOD_REASON_MODULE_FAILED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_no_module_is_not_loaded),
		cmocka_unit_test(every_function_is_in_the_library),
		cmocka_unit_test(errors_have_reasons),
	};

	return RUN(tests);
}
