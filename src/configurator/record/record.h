/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>

#include "model/decision.h"
#include "model/facts.h"
#include "model/pairs.h"
#include "util/root.h"

#define RECORD_SCHEMA "1"

/* Written in the initramfs, survives switch-root; gone with the boot. */
#define RECORD_RUN_FOLDER "/run/xen-flat"
/* The copy that stays, for support tools. */
#define RECORD_VAR_FOLDER "/var/lib/xen-flat"
#define RECORD_NAME       "decision"

/** struct outcome - what came of a decision */
struct outcome {
	enum result result;
	enum stage stage;
	struct topology_facts before, after; /* borrowed */
	char taint_before[32], taint_after[32];
	char error[256]; /* "" for none */
};

/**
 * record_describe() - facts, decision and outcome as the pairs of a record
 */
void record_describe(const struct root *root, const struct facts *facts,
                     const struct decision *decision, const struct outcome *outcome,
                     struct pairs *pairs);

/** pairs_add_detection() - the keys of `detect` */
void pairs_add_detection(struct pairs *pairs, const struct facts *facts);

/** pairs_add_topology() - the keys of `topology` */
void pairs_add_topology(struct pairs *pairs, const struct topology_facts *facts);

/** pairs_follow_present() - in a record: the CPUs and domains of now, the story as it is */
void pairs_follow_present(struct pairs *pairs, const struct facts *facts);

/** pairs_add_parameters() - the kernel parameter set by bootparams, and whether it is in force */
void pairs_add_parameters(struct pairs *pairs, const struct parameter_facts *facts);

/** pairs_add_decision() - the keys of `decide` */
void pairs_add_decision(struct pairs *pairs, const struct facts *facts,
                        const struct decision *decision);

/**
 * record_write() - write a record to RECORD_RUN_FOLDER, whole or not at all
 * Return: 0, or a negative errno.
 */
int record_write(const struct root *root, const struct pairs *pairs);

/**
 * record_persist() - copy the record to RECORD_VAR_FOLDER, where it differs from what is there
 * Return: 0, or a negative errno.
 */
int record_persist(const struct root *root);

/**
 * record_read() - read the record, from RECORD_RUN_FOLDER, else the copy
 *
 * Return: 0, or a negative errno: -ENOENT for none, -EINVAL for what is no record, -ENODATA for
 * one that is cut off, -EPROTONOSUPPORT for one of another schema.
 */
int record_read(const struct root *root, struct pairs *pairs);

/** record_complain() - one line that says why record_read() failed */
void record_complain(int error);

/** record_is_of_this_boot() - whether a record was made in the running boot */
bool record_is_of_this_boot(const struct root *root, const struct pairs *pairs);

/** record_word() - the value of @key as an enumerator, by its *_from_word(). Return: or -EINVAL */
int record_word(const struct pairs *pairs, const char *key, int (*from_word)(const char *word));
