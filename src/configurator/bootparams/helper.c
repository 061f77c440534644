// SPDX-License-Identifier: GPL-2.0-or-later
#include "bootparams/helper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/cleanup.h"
#include "util/log.h"
#include "util/text.h"

#define LAST_WORDS_SIZE 256
#define LOCALE_MAX      4
#define LOCALE_SIZE     96

#define LOCALE_CHARACTERS                                                                          \
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"                                     \
	"0123456789_.:@-"

static const int terminal_signals[] = { SIGINT, SIGQUIT, SIGHUP, SIGTERM };

struct environment {
	const char *variables[LOCALE_MAX + 2];
	char locale[LOCALE_MAX][LOCALE_SIZE];
};

/*
 * Menu titles are translated, and GRUB_DEFAULT may name one of them, so the language stays as it
 * is. Everything else a caller might have set is kept away.
 */
static void fill_environment(struct environment *environment)
{
	static const char *const names[LOCALE_MAX] = { "LANG", "LANGUAGE", "LC_ALL",
		                                       "LC_MESSAGES" };
	size_t count = 0;

	environment->variables[count++] = "PATH=/usr/sbin:/usr/bin:/sbin:/bin";
	for (size_t i = 0; i < LOCALE_MAX; i++) {
		const char *value = getenv(names[i]);
		char *variable = environment->locale[i];

		if (!value || strlen(value) > LOCALE_SIZE - sizeof("LC_MESSAGES=") ||
		    value[strspn(value, LOCALE_CHARACTERS)])
			continue;
		snprintf(variable, LOCALE_SIZE, "%s=%s", names[i], value);
		environment->variables[count++] = variable;
	}
	environment->variables[count] = NULL;
}

/* Ignore the terminal's signals here; @old receives what was done about them. */
static void hold_signals(struct sigaction old[])
{
	struct sigaction ignore = { .sa_handler = SIG_IGN };

	for (size_t i = 0; i < ARRAY_SIZE(terminal_signals); i++)
		sigaction(terminal_signals[i], &ignore, &old[i]);
}

static void release_signals(const struct sigaction old[])
{
	for (size_t i = 0; i < ARRAY_SIZE(terminal_signals); i++)
		sigaction(terminal_signals[i], &old[i], NULL);
}

static int start(const char *const *argv, int output, pid_t *pid)
{
	struct environment environment;
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t defaults;
	int r;

	fill_environment(&environment);
	sigemptyset(&defaults);
	for (size_t i = 0; i < ARRAY_SIZE(terminal_signals); i++)
		sigaddset(&defaults, terminal_signals[i]);
	sigaddset(&defaults, SIGPIPE);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigdefault(&attributes, &defaults);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
	r = posix_spawn(pid, argv[0], &actions, &attributes, (char *const *)argv,
	                (char *const *)environment.variables);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	return -r;
}

/* Read what the helper prints to its end; keep the last line that says something. */
static void listen_to(int input, char *last_words, size_t size)
{
	_cleanup_fclose_ FILE *stream = fdopen(input, "r");
	_cleanup_free_ char *line = NULL;
	size_t room = 0;

	last_words[0] = '\0';
	if (!stream) {
		close(input);
		return;
	}
	while (getline(&line, &room, stream) > 0) {
		char *said = text_trim(line);

		if (*said)
			text_copy(last_words, size, said);
	}
}

static int wait_for(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -EIO;
}

static int run_and_listen(const char *const *argv, char *last_words, size_t size)
{
	int ends[2];
	pid_t pid;
	int r;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return -errno;
	r = start(argv, ends[1], &pid);
	close(ends[1]);
	if (r < 0) {
		close(ends[0]);
		return r;
	}
	listen_to(ends[0], last_words, size);
	return wait_for(pid);
}

int helper_check(const struct root *root, const char *path)
{
	if (!root_is_live(root) || access(path, X_OK) == 0)
		return 0;
	return log_errno(-errno, "%s cannot be run, nothing is changed", path);
}

int helper_run(const struct root *root, const char *const *argv, char *error, size_t size)
{
	struct sigaction old[ARRAY_SIZE(terminal_signals)];
	char last_words[LAST_WORDS_SIZE] = "";
	int r;

	if (!root_is_live(root)) {
		log_line("%s is not run under --root", argv[0]);
		return 0;
	}
	hold_signals(old);
	r = run_and_listen(argv, last_words, sizeof(last_words));
	release_signals(old);
	if (r < 0)
		snprintf(error, size, "%s failed: %s", argv[0],
		         *last_words ? last_words : strerror(-r));
	return r;
}
