/*
 * config.c -- frees a configuration, finds its default path, and compares two
 * versions of it.
 */
#include "config/config.h"

#include <stdlib.h>
#include <string.h>

#include "config/filter/filter_rule.h"

const char *
config_default_path(const char *given)
{
	const char *path = given ? given : getenv("GLEANER_CONFIG");

	return path && path[0] ? path : "/etc/gleaner/gleaner.yaml";
}

void
config_feed_release(struct config_feed *feed)
{
	free(feed->url);
	free(feed->title);
	for (size_t i = 0; i < feed->n_tags; i++)
		free(feed->tags[i]);
	free(feed->tags);
	for (size_t i = 0; i < feed->n_sites; i++)
		free(feed->sites[i]);
	free(feed->sites);
	for (size_t i = 0; i < feed->n_headers; i++) {
		free(feed->headers[i].name);
		free(feed->headers[i].value);
	}
	free(feed->headers);
}

/* Overwrites and frees a secret; NULL is allowed. */
static void
config_free_secret(char *secret)
{
	if (secret != NULL)
		explicit_bzero(secret, strlen(secret));
	free(secret);
}

static void
config_rules_release(struct config_rules *file)
{
	for (size_t i = 0; i < file->n_headers; i++) {
		free(file->headers[i].name);
		free(file->headers[i].value);
	}
	free(file->headers);
	free(file->path);
	free(file->text);
}

void
config_site_release(struct config_site *site)
{
	for (size_t i = 0; i < site->n_headers; i++) {
		free(site->headers[i].name);
		config_free_secret(site->headers[i].value);
	}
	free(site->headers);
	free(site->match);
	free(site->host);
	free(site->user_agent);
	free(site->cookies_file);
	config_free_secret(site->cookies);
	config_free_secret(site->proxy);
	free(site->client_certificate);
	free(site->client_key);
	config_free_secret(site->client_key_password);
	for (size_t i = 0; i < site->n_rule_files; i++)
		config_rules_release(&site->rule_files[i]);
	free(site->rule_files);
	free(site->rules);
	free(site->reason);
}

static void
config_free_list(char **list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(list[i]);
	free(list);
}

void
config_profile_release(struct config_profile *profile)
{
	free(profile->name);
	config_free_list(profile->keywords, profile->n_keywords);
	config_free_list(profile->categories, profile->n_categories);
	config_free_list(profile->feeds, profile->n_feeds);
	config_free_list(profile->languages, profile->n_languages);
}

void
config_free(struct config *config)
{
	if (config == NULL)
		return;
	for (size_t i = 0; i < config->n_feeds; i++)
		config_feed_release(&config->feeds[i]);
	free(config->feeds);
	for (size_t i = 0; i < config->n_sites; i++)
		config_site_release(&config->sites[i]);
	free(config->sites);
	filter_set_unref(config->filters);
	for (size_t i = 0; i < config->n_profiles; i++)
		config_profile_release(&config->profiles[i]);
	free(config->profiles);
	for (size_t i = 0; i < config->n_files; i++)
		free(config->files[i]);
	free(config->files);
	free(config->filled);
	free(config->unread);
	free(config->path);
	free(config->database);
	free(config->contact);
	for (size_t i = 0; i < config->host.n_multi_tenant; i++)
		free(config->host.multi_tenant[i]);
	free(config->host.multi_tenant);
	free(config->fetch.proxy);
	free(config->articles.renderer);
	free(config->control);
	free(config->listen);
	free(config->serve.listen);
	free(config->serve.token_file);
	free(config->websub.listen);
	free(config->websub.callback);
	free(config->fleet.node);
	for (size_t i = 0; i < config->n_listen_names; i++)
		free(config->listen_names[i]);
	free(config->listen_names);
	free(config);
}

static bool
config_is_filled(const struct config *config, const char *path)
{
	for (size_t i = 0; i < config->n_files; i++)
		if (strcmp(config->files[i], path) == 0)
			return config->filled[i];
	return false;
}

const char *
config_emptied(const struct config *config, const struct config *before)
{
	for (size_t i = 0; i < config->n_files; i++)
		if (!config->filled[i] &&
		    config_is_filled(before, config->files[i]))
			return config->files[i];
	return NULL;
}

bool
config_may_render(const struct config *config)
{
	return config->articles.renderer != NULL || config->unread != NULL;
}
