/*
 * store_trouble.c -- see store_trouble.h.
 */
#include "daemon/writer/store_trouble.h"

#include "base/limits.h"
#include "daemon/log.h"

/* Pause before a retry if the disk is full or the database is locked; first
 * pause after a fault. */
#define RETRY_MS 500

bool
trouble_note(struct store_trouble *trouble, enum trouble_state state,
    const struct err *why, int64_t now_ms)
{
	enum trouble_state was = trouble->state;

	if (was == TROUBLE_DAMAGE)
		return false;
	if (state == TROUBLE_NONE) {
		*trouble = (struct store_trouble){ 0 };
		return was != TROUBLE_NONE;
	}
	if (was == TROUBLE_FAULT && state != TROUBLE_DAMAGE)
		state = TROUBLE_FAULT;
	if (state != was) {
		trouble->tries = 0;
		trouble->fault_since_ms = now_ms;
	}
	trouble->state = state;
	trouble->tries++;
	trouble->why = *why;
	return state != was;
}

int64_t
trouble_retry_ms(const struct store_trouble *trouble)
{
	int64_t ms = RETRY_MS;

	if (trouble->state != TROUBLE_FAULT)
		return ms;
	for (int i = 1; i < trouble->tries && ms < LIMIT_STORE_RETRY_MS; i++)
		ms *= 2;
	return ms < LIMIT_STORE_RETRY_MS ? ms : LIMIT_STORE_RETRY_MS;
}

bool
trouble_lasts(
    const struct store_trouble *trouble, int64_t limit_ms, int64_t now_ms)
{
	if (trouble->state == TROUBLE_DAMAGE &&
	    limit_ms > LIMIT_STORE_DAMAGE_MS)
		limit_ms = LIMIT_STORE_DAMAGE_MS;
	return (trouble->state == TROUBLE_FAULT ||
		   trouble->state == TROUBLE_DAMAGE) &&
	       now_ms - trouble->fault_since_ms >= limit_ms;
}

void
trouble_log(const struct store_trouble *trouble)
{
	switch (trouble->state) {
	case TROUBLE_NONE:
		log_event(LOG_WARNING, "store-continues");
		break;
	case TROUBLE_WAITS:
		log_event(LOG_ERROR, "store-waits",
		    LOG_TEXT("why", trouble->why.text),
		    LOG_TEXT("then", "articles are held in memory and written "
				     "when the database can be written"));
		break;
	case TROUBLE_FAULT:
		log_event(LOG_ERROR, "store-fault",
		    LOG_TEXT("why", trouble->why.text),
		    LOG_TEXT("then", "articles are held in memory until the "
				     "database can be written; if the fault "
				     "persists, gleanerd ends, and its next "
				     "start opens the database again"));
		break;
	case TROUBLE_DAMAGE:
		log_event(LOG_ERROR, "store-damaged",
		    LOG_TEXT("why", trouble->why.text),
		    LOG_TEXT("then", "nothing more is written, and gleanerd "
				     "ends; restore a backup, or save what "
				     "can be read with `gleaner check "
				     "--salvage FILE`"));
		break;
	}
}
