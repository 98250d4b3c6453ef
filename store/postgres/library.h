/*
 * library.h -- internal to store/postgres/: the client library of PostgreSQL,
 * loaded when the first connection is opened.
 *
 * The library is not linked, because most processes do not use it: workers, and
 * programs whose database is SQLite.
 */
#ifndef STORE_POSTGRES_LIBRARY_H
#define STORE_POSTGRES_LIBRARY_H

#include <libpq-fe.h>

#include "base/err.h"

#define LIBPQ_FUNCTIONS(X)                                                     \
	X(PQcancel)                                                            \
	X(PQclear)                                                             \
	X(PQcmdStatus)                                                         \
	X(PQconnectdbParams)                                                   \
	X(PQconninfoFree)                                                      \
	X(PQconninfoParse)                                                     \
	X(PQconsumeInput)                                                      \
	X(PQenterPipelineMode)                                                 \
	X(PQerrorMessage)                                                      \
	X(PQexec)                                                              \
	X(PQexecParams)                                                        \
	X(PQexitPipelineMode)                                                  \
	X(PQfinish)                                                            \
	X(PQflush)                                                             \
	X(PQfreeCancel)                                                        \
	X(PQfreemem)                                                           \
	X(PQftype)                                                             \
	X(PQgetCancel)                                                         \
	X(PQgetResult)                                                         \
	X(PQgetisnull)                                                         \
	X(PQgetlength)                                                         \
	X(PQgetvalue)                                                          \
	X(PQisBusy)                                                            \
	X(PQnfields)                                                           \
	X(PQnotifies)                                                          \
	X(PQnparams)                                                           \
	X(PQntuples)                                                           \
	X(PQparamtype)                                                         \
	X(PQpipelineSync)                                                      \
	X(PQresultErrorField)                                                  \
	X(PQresultStatus)                                                      \
	X(PQsendDescribePrepared)                                              \
	X(PQsendPrepare)                                                       \
	X(PQsendQueryPrepared)                                                 \
	X(PQserverVersion)                                                     \
	X(PQsetNoticeProcessor)                                                \
	X(PQsetSingleRowMode)                                                  \
	X(PQsetnonblocking)                                                    \
	X(PQsocket)                                                            \
	X(PQstatus)

struct libpq {
#define LIBPQ_MEMBER(name) __typeof__(&name) name;
	LIBPQ_FUNCTIONS(LIBPQ_MEMBER)
#undef LIBPQ_MEMBER
};

/* Loads the library at the first call.  ERR_LIBRARY: it is not installed, or is
 * older than version 14.  The result is valid until the process ends.
 * Thread-safe. */
int libpq_load(const struct libpq **ret, struct err *e);

#endif
