/*
 * metrics_process.c -- writes the metrics of the process that all Prometheus
 * client libraries write. The values are read from /proc/self (proc(5)).
 */
#include <sys/resource.h>

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "daemon/http/metrics_parts.h"
#include "daemon/http/metrics_text.h"

#define STAT_BYTES 1024 /* the line of /proc/self/stat has about 300 bytes */

struct process_state {
	unsigned long long user_ticks, system_ticks;
	unsigned long long
	    start_ticks; /* clock ticks from the boot of the machine to the
			    start of the process */
	unsigned long long virtual_bytes;
	long long resident_pages;
};

/* Reads a file of /proc. Returns false if that is not possible. */
static bool
metrics_process_read_file(const char *path, char *ret, size_t size)
{
	FILE *file = fopen(path, "re");
	size_t n;

	if (file == NULL)
		return false;
	n = fread(ret, 1, size - 1, file);
	fclose(file);
	ret[n] = '\0';
	return n > 0;
}

/* The second field is the name of the program, which may contain spaces and
 * parentheses; the other fields follow the last parenthesis. */
static bool
metrics_process_read(struct process_state *ret)
{
	char line[STAT_BYTES];
	const char *fields;

	if (!metrics_process_read_file("/proc/self/stat", line, sizeof(line)) ||
	    (fields = strrchr(line, ')')) == NULL)
		return false;
	return sscanf(fields + 1,
		   " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %*d "
		   "%*d %*d %*d %*d %*d %llu %llu %lld",
		   &ret->user_ticks, &ret->system_ticks, &ret->start_ticks,
		   &ret->virtual_bytes, &ret->resident_pages) == 5;
}

/* Returns the time of the boot in UTC seconds; 0: not known. */
static long long
metrics_process_boot_at(void)
{
	char line[STAT_BYTES];
	FILE *file = fopen("/proc/stat", "re");
	long long at = 0;

	if (file == NULL)
		return 0;
	while (fgets(line, sizeof(line), file) != NULL)
		if (sscanf(line, "btime %lld", &at) == 1)
			break;
	fclose(file);
	return at;
}

/* Returns -1 if the descriptors cannot be counted. The descriptor of the
 * directory itself is not counted. */
static int64_t
metrics_process_open_files(void)
{
	DIR *directory = opendir("/proc/self/fd");
	int64_t n = -1;

	if (directory == NULL)
		return -1;
	for (const struct dirent *d = readdir(directory); d != NULL;
	     d = readdir(directory))
		n += d->d_name[0] != '.';
	closedir(directory);
	return n;
}

static void
metrics_process_put_state(const struct process_state *state, struct buf *out)
{
	double ticks_per_s = (double)sysconf(_SC_CLK_TCK);
	long long boot_at = metrics_process_boot_at();

	metrics_number(out, "process_cpu_seconds_total", METRIC_COUNTER,
	    "CPU time of the daemon, without its workers.",
	    (double)(state->user_ticks + state->system_ticks) / ticks_per_s);
	metrics_integer(out, "process_resident_memory_bytes", METRIC_GAUGE,
	    "Memory of the daemon, without its workers.",
	    state->resident_pages * sysconf(_SC_PAGESIZE));
	metrics_integer(out, "process_virtual_memory_bytes", METRIC_GAUGE,
	    "Address space of the daemon.", (int64_t)state->virtual_bytes);
	if (boot_at > 0)
		metrics_number(out, "process_start_time_seconds", METRIC_GAUGE,
		    "Time at which the daemon was started.",
		    (double)boot_at + (double)state->start_ticks / ticks_per_s);
}

void
metrics_put_process(struct buf *out)
{
	struct process_state state;
	struct rlimit files;
	int64_t n_open = metrics_process_open_files();

	if (metrics_process_read(&state))
		metrics_process_put_state(&state, out);
	if (n_open >= 0)
		metrics_integer(out, "process_open_fds", METRIC_GAUGE,
		    "Open file descriptors.", n_open);
	if (getrlimit(RLIMIT_NOFILE, &files) == 0)
		metrics_integer(out, "process_max_fds", METRIC_GAUGE,
		    "Largest number of open file descriptors.",
		    (int64_t)files.rlim_cur);
}
