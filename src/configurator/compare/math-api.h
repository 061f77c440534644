/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

/*
 * The C library's mathematics, opened only to compare: linking libm would cost each start of the
 * program, every boot's among them. It comes with the C library, so no package has to ask for it.
 */

#define MATH_SONAME "libm.so.6"

/** struct math_api - the functions of libm that are used here */
struct math_api {
	void *library;
	double (*log)(double x);
	double (*exp)(double x);
	double (*sqrt)(double x);
	double (*atan)(double x);
};

/**
 * math_api_open() - open the library
 * Return: 0, or -ELIBACC with a line in the log.
 */
int math_api_open(struct math_api *api);

void math_api_close(struct math_api *api);
