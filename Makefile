# Gleaner.  `make run` harvests, `make check` tests, `make help` lists all targets.
#
# Sources are found in the folders of their modules; *_test.c next to a file is
# its unit test.  Objects go to build/, or build-san/ with SAN=1.

VERSION = 0.1.0
PREFIX  = /usr/local
DESTDIR =

CC     = gcc
OBJCOPY = objcopy
# OPT=native: optimise for the processor of this machine only.
OPT      =
OPTIMIZE = -O2
CFLAGS   = $(OPTIMIZE) -g $(if $(filter native,$(OPT)),-march=native)

# ---------------------------------------------------------------- libraries
# The module names of pkg-config, and the Debian package that contains each.
PKGS = libcurl libxml-2.0 tidy sqlite3 yaml-0.1 libevent_core libseccomp \
	libzstd jansson libpsl zlib libdeflate libcrypto libbrotlidec libidn2 \
	libpcre2-8
LIB_DEPS = lib:libcurl=libcurl4-openssl-dev lib:libxml-2.0=libxml2-dev \
	lib:tidy=libtidy-dev lib:sqlite3=libsqlite3-dev \
	lib:yaml-0.1=libyaml-dev lib:libevent_core=libevent-dev \
	lib:libseccomp=libseccomp-dev lib:libzstd=libzstd-dev \
	lib:jansson=libjansson-dev lib:libpsl=libpsl-dev lib:zlib=zlib1g-dev \
	lib:libdeflate=libdeflate-dev \
	lib:libcrypto=libssl-dev lib:libbrotlidec=libbrotli-dev \
	lib:libidn2=libidn2-dev lib:libpcre2-8=libpcre2-dev \
	lib:libmicrohttpd=libmicrohttpd-dev \
	lib:libpq=libpq-dev \
	file:/usr/include/uninorm.h=libunistring-dev \
	file:/usr/include/libstemmer.h=libstemmer-dev
# Programs required to build and run, and additional ones for tests.
TOOL_DEPS  = bin:gcc=gcc bin:pkg-config=pkg-config bin:sqlite3=sqlite3 \
	file:/usr/include/stdio.h=libc6-dev \
	file:/etc/ssl/certs/ca-certificates.crt=ca-certificates
CHECK_DEPS = bin:python3=python3 bin:curl=curl
# Programs that some tests use. If one of these programs is missing, the tests
# that use it are skipped in manual.sh, systemd.sh, libcuter.sh, python.sh,
# push_nats.sh, push_examples.sh and integration/postgres. The test of the unit
# needs /bin/kill, because ExecReload= calls it. The package systemd does not
# contain kill.
EXTRA_DEPS = bin:mandoc=mandoc bin:zsh=zsh bin:systemd-analyze=systemd \
	file:/bin/kill=procps bin:nats-server=nats-server \
	file:/usr/lib/postgresql/15/bin/initdb=postgresql-15 \
	bin:g++=g++ bin:abidiff=abigail-tools \
	file:/usr/lib/python3/dist-packages/pytest/__init__.py=python3-pytest \
	bin:redis-server=redis-server bin:mosquitto=mosquitto \
	bin:mosquitto_sub=mosquitto-clients \
	file:/usr/lib/python3/dist-packages/redis/__init__.py=python3-redis \
	file:/usr/lib/python3/dist-packages/paho/__init__.py=python3-paho-mqtt

# ------------------------------------------------------------------- flags
WARN = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	-Wpointer-arith -Wcast-qual -Wwrite-strings -Wformat=2 -Wvla -Wundef \
	-Wnull-dereference -Werror=implicit-function-declaration
HARDEN = -fstack-protector-strong -fstack-clash-protection -fPIE
LDHARDEN = -pie -Wl,-z,relro,-z,now
ifeq ($(SAN),1)
BUILD  = build-san
CFLAGS = -O1 -g
SANFLAGS = -fsanitize=address,undefined -fno-sanitize-recover=undefined \
	-fno-omit-frame-pointer -DGLEANER_SANITIZED=1
else
BUILD  = build
HARDEN += -D_FORTIFY_SOURCE=3
endif

# Only the headers of libpq are needed: the library is loaded when a URL names
# PostgreSQL.
PKG_CFLAGS := $(shell pkg-config --cflags $(PKGS) libpq 2>/dev/null)
PKG_LIBS   := $(shell pkg-config --libs $(PKGS) 2>/dev/null)
# Without fused multiply-add, scores are the same with every compiler and on
# every machine.
ALL_CFLAGS = -std=gnu17 -ffp-contract=off $(CFLAGS) $(WARN) $(HARDEN) $(SANFLAGS) -MMD -MP \
	-I. -I$(BUILD) -D_GNU_SOURCE -DGLEANER_VERSION='"$(VERSION)"' \
	$(PKG_CFLAGS)
ALL_LDFLAGS = $(LDHARDEN) $(SANFLAGS) $(LDFLAGS) -pthread
# libunistring and libstemmer have no module of pkg-config.
LIBS = $(PKG_LIBS) -lunistring -lstemmer -lm
# Only gleaner-serve links the HTTP server. --as-needed drops the libraries of
# LIBS that gleaner-serve does not use.
HTTP_LIBS := $(shell pkg-config --libs libmicrohttpd 2>/dev/null)
SERVE_LIBS = -Wl,--as-needed $(LIBS) $(HTTP_LIBS)

# Each program of push/ links the library of its receiver only.  A program
# whose library is not installed is not built; `make deps` installs the
# libraries of all these programs.
PUSH_LIBS = -Wl,--as-needed $(LIBS)
BROKERS = nats kafka
PKG_nats = libnats
PKG_kafka = rdkafka
BROKER_DEPS = lib:libnats=libnats-dev lib:rdkafka=librdkafka-dev
has_pkg = $(shell pkg-config --exists $(1) 2>/dev/null && echo yes)
PUSHED := $(foreach b,$(BROKERS),$(if $(call has_pkg,$(PKG_$b)),$b))
PUSHERS = $(BUILD)/gleaner-push $(PUSHED:%=$(BUILD)/gleaner-push-%)
CLI_PARTS = $(BUILD)/gleaner-read $(BUILD)/gleaner-fetch
# The programs in libexec that are always built.
PARTS = $(BUILD)/gleaner-worker $(CLI_PARTS)

# ----------------------------------------------------------------- sources
# The modules that both programs link, in the order of tests/order.py.
MODULES = base url rules config crawler cuter enrich store control worker
# $(call find,FOLDER ...,PATTERN) lists the files in FOLDER, at any depth, whose
# names match PATTERN.
find    = $(sort $(shell find $(1) -name '$(2)' 2>/dev/null))
sources = $(filter-out %_test.c %_fuzz.c,$(call find,$(1),*.c))
objects = $(patsubst %.c,$(BUILD)/%.o,$(call sources,$(1)))

# -O3 makes the modules that read documents 10 % faster. It does not make the
# other modules faster.
$(call objects,base url cuter enrich crawler/feed): OPTIMIZE = -O3
# Tests are compiled in half of the time with -O1. The code that they test is
# optimised as in the programs.
$(BUILD)/%_test.o: OPTIMIZE = -O1

# Extraction methods of other papers than CUTER's. Only `gleaner cut --method`
# and the benchmark use them.
METHOD_OBJ := $(call objects,cuter/methods)
MODULE_OBJ := $(filter-out $(METHOD_OBJ) %/main.o,$(call objects,$(MODULES)))
# The extractor alone: cuter and the modules that it uses.
CUTER_OBJ  := $(filter-out $(METHOD_OBJ),$(call objects,base url rules cuter))
# libcuter.so consists of the same objects.  Only the functions of
# cuter/lib/cuter.h are visible outside.
$(CUTER_OBJ): ALL_CFLAGS += -fPIC -fvisibility=hidden
# The number after .so is raised if a program that was linked with an older
# library cannot use the new one.
CUTER_SONAME = libcuter.so.0
CUTER_SO     = libcuter.so.$(VERSION)
LIBCUTER     = $(addprefix $(BUILD)/,libcuter.a libcuter.so $(CUTER_SONAME))
CUTER_PKGS   = libxml-2.0 tidy jansson libpsl libidn2
CUTER_LIBS  := $(shell pkg-config --libs $(CUTER_PKGS) 2>/dev/null)
DAEMON_OBJ := $(call objects,daemon)
# The programs of the command `gleaner`; cli/part/part.h describes the parts
# that each of them lacks.
PART_OBJ   := $(call objects,cli/part)
CLI_OBJ    := $(filter-out $(PART_OBJ),$(call objects,cli))
CLI_LIBS   := $(BUILD)/libmethods.a $(BUILD)/libgleaner.a
SERVE_OBJ  := $(call objects,serve)
PUSH_OBJ   := $(filter-out %_test.o,$(patsubst %.c,$(BUILD)/%.o,$(wildcard push/*.c)))
ORIGIN_OBJ := $(call objects,tests/origin)
UNIT_TESTS := $(patsubst %.c,$(BUILD)/%,$(call find,$(MODULES) daemon cli \
	serve tests $(wildcard push/*.c push/webhook) $(PUSHED:%=push/%),*_test.c))
SQL        := $(call find,store/sqlite/sql,*.sql)
POSTGRES_SQL := $(call find,store/postgres/sql,*.sql)
POSTGRES_MIGRATIONS := $(call find,store/postgres/migrations,*.sql)

FUZZ_TARGETS := $(patsubst %.c,$(BUILD)/%,$(call find,tests/fuzz,*_fuzz.c))
INTEGRATION  := $(call find,tests/integration,*.sh)

.PHONY: all built binaries extras deps deb-deps check-deps require-deps run demo check check-built \
	arm64-root check-arm64 check-builds check-systemd check-packages check-threads kill-test torture coverage coverage-built install uninstall deb clean analyze \
	analyze-built always help fuzz fuzz-built format bench bench-cut bench-feeds \
	bench-methods bench-peers bench-enrich bench-cadence bench-poll bench-harvest \
	bench-fleet bench-store bench-enrich-store bench-consumers bench-python soak model \
	extractor-digests abi
.DELETE_ON_ERROR:
.SECONDARY:

#> make              build gleanerd, gleaner and libcuter into build/; installs
#>                   nothing, but prints the command for missing packages
#> make run          build, then harvest the sample feeds into var/gleaner.db
#> make demo         harvest the small news site in the source tree
#> make check        build and run every test; SAN=1 under sanitizers
#> make OPT=native   build only for this machine's processor, after make clean
#> make check-builds  outputs are the same at each level of optimisation
#> make check-arm64  build for arm64; unit tests under qemu-user
#> make check-systemd  test the installed service in a container; needs root
#> make check-packages  lintian; two builds of the packages have the same bytes
#> make check-threads  libcuter in 8 threads under ThreadSanitizer
#> STORE=postgres make check  the tests of the store and the integration scripts
#>                   on a PostgreSQL server
#> make kill-test    200 rounds of kill -9 during a harvest (check: fewer)
#> make torture      power cuts, failing and full disks, thousands of kills,
#>                   hung servers, broken reloads, a million polls (hours)
#> make coverage     lines and branches of the parsers that tests execute
#> make fuzz         libFuzzer on every reader of untrusted bytes, for S=60
#>                   seconds each; T=page runs only this one
#> make bench CORPUS=DIR  all targets that begin with bench-
#> make bench-cut CORPUS=DIR  speed of `gleaner cut`, and of other extractors
#> make bench-feeds CORPUS=DIR  feeds read in a second, also by other readers
#> make bench-methods CORPORA="DIR ..."  tables of all methods, and of other
#>                   extractors if they are installed, over marked pages
#> make bench-cadence  delay and requests of a year of polls, in virtual time
#> make bench-python CORPUS=DIR  CPU time of the Python package
#> make bench-poll   CPU time, memory and bytes of a poll
#> make bench-enrich CORPUS=DIR  accuracy of keywords and summaries, and that
#>                   of other methods
#> make bench-filters  articles in a second through 100 filters
#> make bench-peers CORPUS=DIR       other installed extractors beside Gleaner
#> make bench-harvest CORPORA_DIR=DIR  CPU time of an article by thread and stage
#> make bench-fleet CORPORA_DIR=DIR  start of a node with a million feeds on
#>                   PostgreSQL; CPU time of one daemon and of three
#> make soak         harvest MINUTES=60 from an origin with random faults; SEED=n
#> make bench-store ROWS=N  time to fill and to query a database of N articles
#> make bench-enrich-store ROWS=N  time of profiles and trends in a database of N
#>                   articles with keywords, and the size of the counts
#> make bench-consumers  the same as `make torture`
#> make analyze      gcc -fanalyzer, clang-tidy, cppcheck
#> make extractor-digests  rewrite cuter/version.digests; if the output of the
#>                   extractor has changed, raise the version in
#>                   cuter/version.h before
#> make abi          rewrite cuter/lib/cuter.abi, after functions were added
#>                   to libcuter
#> make model        train cuter/model/weights.c; CORPORA_DIR=DIR has the corpora
#>                   of cuter/model/corpora.txt
#> make install      DESTDIR= PREFIX=/usr/local: binaries, manual, unit, configuration
#> make uninstall    removes what `make install` wrote, except /etc/gleaner
#> make deb          Debian packages in build/, from debian/
#> make deb-deps     install the packages that `make deb` requires
#> make deps         install missing packages with apt-get, as root or with sudo;
#>                   targets that build or test do so first, except make, deb
#>                   and install
all: require-deps
	$(BUILD_IT) binaries extras
	@$(foreach b,$(filter-out $(PUSHED),$(BROKERS)),echo "gleaner-push-$b is \
	not built: $(PKG_$b) is not installed; \`make deps\` installs it";)
# `make install` and `make deb` use this target. If all files are up to date, it
# needs neither a compiler nor the libraries.
built:
	@$(MAKE) -q --no-print-directory binaries extras || \
	    $(MAKE) --no-print-directory all
binaries: $(BUILD)/gleanerd $(BUILD)/gleaner $(PARTS) \
	$(BUILD)/gleaner-serve $(LIBCUTER) $(PUSHERS)

help:
	@sed -n 's/^#> //p' Makefile

# -------------------------------------------------------------------- deps
# $(call missing,KIND:WHAT=PACKAGE ...): the packages that are not installed.
missing = $$(for d in $(1); do w=$${d%%=*}; n=$${w\#*:}; \
	case $$w in \
	lib:*) pkg-config --exists "$$n" 2>/dev/null ;; \
	bin:*) command -v "$$n" >/dev/null 2>&1 ;; \
	*) test -e "$$n" ;; \
	esac || echo "$${d\#*=}"; done)
# The command that installs the missing packages, as the user types it.
INSTALL_COMMAND = apt-get update && apt-get install -y --no-install-recommends

require-deps deps: WANTED = $(TOOL_DEPS) $(LIB_DEPS)
deps: WELCOME = $(BROKER_DEPS)
check-deps: WANTED = $(TOOL_DEPS) $(LIB_DEPS) $(CHECK_DEPS)
check-deps: WELCOME = $(EXTRA_DEPS) $(BROKER_DEPS)
require-deps:
	@m="$(call missing,$(WANTED))"; m=$$(echo $$m); test -z "$$m" || { \
	    echo "packages are missing; as root: $(INSTALL_COMMAND) $$m"; exit 1; }
# If only optional packages are missing, they are installed only when root runs
# make. If a required package is missing, the optional packages are installed
# with it. The output of apt-get is shown only if apt-get fails.
deps check-deps:
	@m="$(call missing,$(WANTED))"; m=$$(echo $$m); \
	x="$(call missing,$(WELCOME))"; x=$$(echo $$x); \
	if test -z "$$m"; then \
	    test -n "$$x" || exit 0; \
	    test "$$(id -u)" != 0 || { apt-get update -q && \
	        DEBIAN_FRONTEND=noninteractive apt-get install -q -y \
	        --no-install-recommends $$x; } >/dev/null 2>&1 </dev/null || :; \
	    x="$(call missing,$(WELCOME))"; x=$$(echo $$x); \
	    test -z "$$x" || echo "not installed: $$x; some points are skipped"; \
	    exit 0; \
	fi; \
	m=$$(echo $$m $$x); \
	as_root="as root: $(INSTALL_COMMAND) $$m"; sudo=; \
	if test "$$(id -u)" != 0; then sudo=sudo; \
	    command -v sudo >/dev/null 2>&1 || { \
	    echo "packages are missing and there is no sudo; $$as_root"; exit 1; }; \
	fi; \
	log=$$(mktemp) || exit 1; \
	trap 'rm -f "$$log"' EXIT; trap 'exit 1' HUP INT TERM; \
	echo "installing: $$m"; \
	{ $$sudo apt-get update -q && $$sudo env \
	    DEBIAN_FRONTEND=noninteractive apt-get install -q -y \
	    --no-install-recommends $$m; } >"$$log" 2>&1 </dev/null || \
	{ cat "$$log"; echo "packages could not be installed; $$as_root"; exit 1; }

# make V=1 shows the commands.
Q   = $(if $(V),,@)
SAY = $(if $(V),@:,@echo ' ')

# As many jobs as there are cores, unless make was given a number.
PARALLEL = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(shell nproc))
BUILD_IT = +@$(MAKE) --no-print-directory $(PARALLEL)

# ------------------------------------------------------------------- build
$(BUILD)/libgleaner.a: $(MODULE_OBJ)
	$(SAY) AR $@
	@rm -f $@
	$(Q)$(AR) rcs $@ $(MODULE_OBJ)
# libcuter.a contains one object, in which only the public functions are global.
$(BUILD)/libcuter.a: $(CUTER_OBJ)
	$(SAY) AR $@
	@rm -f $@
	$(Q)$(CC) -r -nostdlib -o $(BUILD)/libcuter.o $(CUTER_OBJ)
	$(Q)$(OBJCOPY) --localize-hidden $(BUILD)/libcuter.o
	$(Q)$(AR) rcs $@ $(BUILD)/libcuter.o
$(BUILD)/$(CUTER_SO): $(CUTER_OBJ) cuter/lib/cuter.map
	$(SAY) LD $@
	$(Q)$(CC) -shared -Wl,-soname,$(CUTER_SONAME) -Wl,-z,relro,-z,now \
	    $(if $(SANFLAGS),,-Wl,-z,defs) $(SANFLAGS) $(LDFLAGS) \
	    -Wl,--version-script=cuter/lib/cuter.map -o $@ $(CUTER_OBJ) \
	    -Wl,--as-needed $(CUTER_LIBS) -lunistring -lm -pthread
$(BUILD)/libcuter.so $(BUILD)/$(CUTER_SONAME): $(BUILD)/$(CUTER_SO)
	$(Q)ln -sf $(CUTER_SO) $@
$(BUILD)/libmethods.a: $(METHOD_OBJ)
	$(SAY) AR $@
	@rm -f $@
	$(Q)$(AR) rcs $@ $(METHOD_OBJ)
$(BUILD)/gleaner-serve: $(SERVE_OBJ) $(BUILD)/libgleaner.a
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(SERVE_LIBS)
# The core of gleaner push, and a program for each kind of receiver.
$(BUILD)/libpush.a: $(PUSH_OBJ)
	$(SAY) AR $@
	@rm -f $@
	$(Q)$(AR) rcs $@ $(PUSH_OBJ)
PUSH_CORE = $(BUILD)/libpush.a $(BUILD)/libgleaner.a
$(BUILD)/gleaner-push: $(call objects,push/webhook) $(PUSH_CORE)
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(PUSH_LIBS)
$(PUSHED:%=$(BUILD)/gleaner-push-%): $(BUILD)/gleaner-push-%: $(PUSH_CORE)
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $(filter %.o,$^) $(PUSH_CORE) \
	    $(PUSH_LIBS) $(shell pkg-config --libs $(PKG_$*))
$(foreach b,$(PUSHED),$(eval $(BUILD)/gleaner-push-$b: $(call objects,push/$b)))
$(BUILD)/gleanerd: $(DAEMON_OBJ) $(BUILD)/libgleaner.a
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ -Wl,--as-needed $(LIBS)
$(BUILD)/gleaner-worker: $(BUILD)/worker/main.o $(BUILD)/libgleaner.a
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ -Wl,--as-needed $(LIBS)
$(BUILD)/libcli.a: $(filter-out %/main.o,$(CLI_OBJ))
	$(SAY) AR $@
	@rm -f $@
	$(Q)$(AR) rcs $@ $^
# If an object and an archive define the same function, the linker takes that of
# the object, because it comes first.
CLI_CORE = $(BUILD)/libcli.a $(CLI_LIBS)
$(BUILD)/gleaner: $(BUILD)/cli/part/need_read.o
$(BUILD)/gleaner $(BUILD)/gleaner-read: $(BUILD)/cli/part/need_fetch.o
$(BUILD)/gleaner $(CLI_PARTS): $(BUILD)/cli/main.o $(CLI_CORE)
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $(filter %.o,$^) $(CLI_CORE) \
	    -Wl,--as-needed $(LIBS)
$(BUILD)/origin: $(ORIGIN_OBJ) $(BUILD)/libgleaner.a
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)
$(BUILD)/quick_origin: $(BUILD)/tests/bench/quick_origin.o
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^
# The program that training uses (cuter/model/README.md).
$(BUILD)/model-tool: $(BUILD)/tests/model/tool.o $(CLI_OBJ) $(CLI_LIBS)
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $< $(call without_main,$(CLI_OBJ)) \
	    $(CLI_LIBS) $(LIBS)
$(BUILD)/bench-passes: $(BUILD)/tests/bench/passes.o $(BUILD)/libgleaner.a
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)
$(BUILD)/bench-feeds: $(BUILD)/tests/bench/feeds.o $(BUILD)/libgleaner.a
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)
$(BUILD)/bench-stages: $(BUILD)/tests/bench/stages.o $(BUILD)/libgleaner.a
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)
$(BUILD)/bench-enrich-words: $(BUILD)/tests/bench/enrich/enrich_words.o \
	$(BUILD)/libgleaner.a
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)
$(BUILD)/bench-filters: $(BUILD)/tests/bench/filters.o $(BUILD)/libgleaner.a
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)
$(BUILD)/bench-polls: $(BUILD)/tests/bench/polls.o $(BUILD)/libgleaner.a
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)
$(BUILD)/store-writer: $(BUILD)/tests/bench/writer.o $(BUILD)/libgleaner.a
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)
$(BUILD)/%_test: $(BUILD)/%_test.o $(CLI_LIBS)
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $< $(TEST_OBJ) $(CLI_LIBS) $(LIBS)
# A unit test of the daemon or of the command links the objects of this module.
unit = $(filter $(BUILD)/$(1)/%,$(UNIT_TESTS))
without_main = $(filter-out %/main.o,$(1))
$(call unit,daemon): TEST_OBJ = $(call without_main,$(DAEMON_OBJ))
$(call unit,daemon): $(call without_main,$(DAEMON_OBJ))
$(call unit,cli): TEST_OBJ = $(call without_main,$(CLI_OBJ))
$(call unit,cli): $(call without_main,$(CLI_OBJ))
$(call unit,tests/origin): TEST_OBJ = $(call without_main,$(ORIGIN_OBJ))
$(call unit,tests/origin): $(call without_main,$(ORIGIN_OBJ))
$(call unit,serve): TEST_OBJ = $(call without_main,$(SERVE_OBJ))
$(call unit,serve): $(call without_main,$(SERVE_OBJ))
$(call unit,serve): LIBS += $(HTTP_LIBS)
push_unit = $(filter-out %/main.o,$(call objects,push/$(1)))
$(call unit,push): TEST_OBJ = $(call push_unit,$(notdir $(@D))) $(BUILD)/libpush.a
$(call unit,push): $(BUILD)/libpush.a
$(call unit,push/webhook): $(call push_unit,webhook)
$(foreach b,$(PUSHED),$(eval $(call unit,push/$b): $(call push_unit,$b)))
$(foreach b,$(PUSHED),$(eval $(call unit,push/$b): LIBS += $(shell pkg-config --libs $(PKG_$b))))
$(BUILD)/cuter-threads: $(BUILD)/tests/torture/cuter_threads.o \
	$(BUILD)/libcuter.so $(BUILD)/$(CUTER_SONAME)
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $< -L$(BUILD) -lcuter \
	    -Wl,-rpath,'$$ORIGIN'
# Objects in which tests can make allocations fail.
MEMORY_OBJ = $(BUILD)/tests/torture/memory.o
WRAP = -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free \
	-Wl,--wrap=strdup,--wrap=strndup
$(call unit,tests/torture): TEST_OBJ = $(MEMORY_OBJ) \
	$(call without_main,$(DAEMON_OBJ))
$(call unit,tests/torture): $(MEMORY_OBJ) $(call without_main,$(DAEMON_OBJ))
$(call unit,tests/torture): ALL_LDFLAGS += $(WRAP)
# The command `gleaner` and its parts with these objects.
MEMORY_PROGRAMS = $(addprefix $(BUILD)/memory/,gleaner gleaner-read \
	gleaner-fetch)
$(BUILD)/memory/gleaner: $(BUILD)/cli/part/need_read.o
$(filter-out %-fetch,$(MEMORY_PROGRAMS)): $(BUILD)/cli/part/need_fetch.o
$(MEMORY_PROGRAMS): $(BUILD)/tests/torture/memory_env.o $(MEMORY_OBJ) \
	$(BUILD)/cli/main.o $(CLI_CORE)
	$(SAY) LD $@
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_LDFLAGS) $(WRAP) -o $@ $(filter %.o,$^) $(CLI_CORE) \
	    -Wl,--as-needed $(LIBS)
$(BUILD)/%.o: %.c
	$(SAY) CC $@
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -c -o $@ $<

# The versions of tidy and libyaml, which their headers do not contain.
$(BUILD)/daemon/version.o $(BUILD)/analyzed/%: ALL_CFLAGS += \
	-DTIDY_BUILD_VERSION='"$(shell pkg-config --modversion tidy)"' \
	-DYAML_BUILD_VERSION='"$(shell pkg-config --modversion yaml-0.1)"'

# Statements and migrations become one table of strings.
$(BUILD)/store/sqlite/sql.inc: store/sqlite/sql/embed.awk $(SQL) $(POSTGRES_SQL)
	@mkdir -p $(@D)
	$(Q)awk -f store/sqlite/sql/embed.awk $(SQL) $(POSTGRES_SQL) > $@
$(BUILD)/store/postgres/sql.inc: store/postgres/embed.awk $(SQL) \
	$(POSTGRES_SQL) $(POSTGRES_MIGRATIONS)
	@mkdir -p $(@D)
	$(Q)awk -f store/postgres/embed.awk $(filter-out \
	    store/sqlite/sql/migrations/%,$(SQL)) $(POSTGRES_SQL) \
	    $(POSTGRES_MIGRATIONS) > $@
$(patsubst %.c,$(BUILD)/%.o,$(call find,store,*.c)): \
	$(BUILD)/store/sqlite/sql.inc $(BUILD)/store/postgres/sql.inc

# The stylesheet becomes a C string.
$(BUILD)/serve/page/style.inc: serve/page/style.css
	@mkdir -p $(@D)
	$(Q)awk '{ gsub(/\\/, "&&"); gsub(/"/, "\\\""); \
	    print "\t\"" $$0 "\\n\"" }' $< > $@
$(BUILD)/serve/page/style.o: $(BUILD)/serve/page/style.inc

# The manual is made from docs/man and docs/schema.md; the program fills in its
# tables. The completions of shells are made in the same way.
MANUAL = gleaner.1 gleanerd.8 gleaner-serve.8 gleaner.yaml.5 gleaner-schema.7
MANUAL_TEXTS = $(addprefix docs/man/,gleaner.1 gleanerd.8 gleaner-serve.8 \
	gleaner.yaml.5) \
	$(BUILD)/docs/gleaner-schema.7
$(BUILD)/docs/gleaner-schema.7: docs/man/schema.awk docs/schema.md
	@mkdir -p $(@D)
	$(Q)awk -f docs/man/schema.awk docs/schema.md > $@
$(BUILD)/cli/help/manual.inc: docs/man/embed.awk $(MANUAL_TEXTS)
	@mkdir -p $(@D)
	$(Q)awk -f docs/man/embed.awk $(MANUAL_TEXTS) > $@
$(BUILD)/cli/help/manual.o: $(BUILD)/cli/help/manual.inc
# The topics of `gleaner help`.
TOPICS = $(call find,docs/help,*.txt)
$(BUILD)/cli/help/topics.inc: docs/help/embed.awk $(TOPICS)
	@mkdir -p $(@D)
	$(Q)awk -f docs/help/embed.awk $(TOPICS) > $@
$(BUILD)/cli/help/topics.o: $(BUILD)/cli/help/topics.inc
$(BUILD)/man/%: $(BUILD)/gleaner-fetch
	@mkdir -p $(@D)
	$(Q)$(BUILD)/gleaner-fetch manual $(basename $*) > $@
$(BUILD)/completion/%: $(BUILD)/gleaner-fetch
	@mkdir -p $(@D)
	$(Q)$(BUILD)/gleaner-fetch completion $* > $@
EXTRAS = $(addprefix $(BUILD)/man/,$(MANUAL)) $(addprefix \
	$(BUILD)/completion/,bash zsh fish)
extras: $(EXTRAS)


# --------------------------------------------------------------------- use
run: deps
	$(BUILD_IT) binaries
	@mkdir -p var run
	$(BUILD)/gleanerd -c config/gleaner.yaml

demo: deps
	$(BUILD_IT) binaries $(BUILD)/origin
	@BUILD=$(BUILD) sh tests/demo/run.sh

# ------------------------------------------------------------------- tests
check: check-deps
	$(BUILD_IT) check-built
# STORE=postgres make check runs the tests of the store and the integration
# scripts on a PostgreSQL server, except those of tests/lib/postgres_tests.txt.
ifeq ($(STORE),postgres)
ON_SERVER = tests/lib/postgres.sh
CHECKS = $(addprefix $(BUILD)/,$(shell tests/lib/postgres_list.sh units)) \
	$(shell tests/lib/postgres_list.sh scripts)
else
# The tests are started in this order. The longest is the first, so that no
# processor is idle at the end.
LONGEST = tests/integration/postgres/units.sh
CHECKS = $(LONGEST) tests/order.py tests/names.py tests/feed_rows.py \
	tests/threat_rows.py tests/integrity_rows.py tests/etiquette_rows.py \
	tests/source_rows.py tests/language_sample_test.py $(UNIT_TESTS) \
	$(FUZZ_TARGETS) $(filter-out $(LONGEST),$(INTEGRATION))
endif
check-built: binaries extras $(BUILD)/origin $(BUILD)/cadence-bench \
	$(BUILD)/clock-shim.so $(BUILD)/hole-shim.so \
	$(BUILD)/resolver-shim.so $(BUILD)/store-writer \
	$(BUILD)/quick_origin $(MEMORY_PROGRAMS) $(BUILD)/model-tool \
	$(UNIT_TESTS) $(FUZZ_TARGETS)
	@BUILD=$(BUILD) $(ON_SERVER) tests/run $(CHECKS)

# Tests that the digests of the extractor's outputs and the results of feeds are
# the same at each level of optimisation.
BUILD_FLAGS = OPTIMIZE=-O1 OPTIMIZE=-O2 OPTIMIZE=-O3 OPT=native
check-builds: check-deps
	@set -e; for flag in $(BUILD_FLAGS); do \
	    b=build/optimized/$${flag#*=}; echo "== $$flag"; \
	    $(MAKE) --no-print-directory $(PARALLEL) BUILD=$$b $$flag \
	        $$b/cuter/version_test $$b/crawler/feed/feed_test; \
	    BUILD=$$b tests/run $$b/cuter/version_test \
	        $$b/crawler/feed/feed_test; done

# Builds for arm64 with Debian's cross compiler, and runs the unit tests of
# ARM64_MODULES under qemu-user. version_test compares the digests of the
# extractor's outputs. The libraries are unpacked into ARM64_ROOT. The tests of
# programs are not run, because qemu-user cannot start the programs. The unit
# tests of ARM64_NOT_RUN are not run either: table_test starts a program, and
# the other tests of this list have time limits.
ARM64_DEPS = bin:aarch64-linux-gnu-gcc=gcc-aarch64-linux-gnu \
	bin:qemu-aarch64=qemu-user bin:mmdebstrap=mmdebstrap
ARM64_BUILD = build/arm64
ARM64_ROOT  = $(abspath build/arm64-root)
ARM64_PACKAGES = libc6-dev $(foreach d,$(LIB_DEPS),$(lastword $(subst =, ,$d)))
ARM64_MODULES = base url rules config crawler cuter enrich
ARM64_NOT_RUN = base/table_test config/yaml/yaml_test \
	crawler/feed/rows/feed_hostile_test cuter/linear_test \
	cuter/rule/rule_test cuter/tree/guard_test
ARM64_TESTS = $(filter-out $(ARM64_NOT_RUN:%=$(ARM64_BUILD)/%),\
	$(patsubst %.c,$(ARM64_BUILD)/%,$(call find,$(ARM64_MODULES),*_test.c)))
ARM64_TOOLS = CC="aarch64-linux-gnu-gcc --sysroot=$(ARM64_ROOT)" \
	AR=aarch64-linux-gnu-ar OBJCOPY=aarch64-linux-gnu-objcopy
check-arm64: arm64-root
	+@PKG_CONFIG_SYSROOT_DIR=$(ARM64_ROOT) \
	    PKG_CONFIG_LIBDIR=$(ARM64_ROOT)/usr/lib/aarch64-linux-gnu/pkgconfig \
	    $(MAKE) --no-print-directory $(PARALLEL) BUILD=$(ARM64_BUILD) \
	    $(ARM64_TOOLS) BROKERS= binaries $(ARM64_TESTS)
	BUILD=$(ARM64_BUILD) tests/run -x "qemu-aarch64 -L $(ARM64_ROOT)" \
	    $(ARM64_TESTS)
arm64-root: check-deps
	@$(MAKE) --no-print-directory WANTED="$(ARM64_DEPS)" deps
	@test -d $(ARM64_ROOT) || { rm -rf $(ARM64_ROOT).part && mkdir -p build && \
	    mmdebstrap --quiet --variant=extract --arch=arm64 \
	        --include="$(ARM64_PACKAGES)" bookworm $(ARM64_ROOT).part && \
	    mv $(ARM64_ROOT).part $(ARM64_ROOT); }

# Tests a Debian 12 that systemd boots in a container. Needs root and Internet
# access.
SYSTEMD_DEPS = bin:debootstrap=debootstrap bin:systemd-nspawn=systemd-container
check-systemd: check-deps
	@$(MAKE) --no-print-directory \
	    WANTED="$(TOOL_DEPS) $(LIB_DEPS) $(SYSTEMD_DEPS) $(DEB_DEPS)" deps
	$(BUILD_IT) binaries extras $(BUILD)/origin
	@$(MAKE) --no-print-directory deb
	PACKAGES_ARE_BUILT=yes BUILD=$(BUILD) tests/run -j1 \
	    tests/container/systemd/members.sh \
	    tests/container/systemd/lifecycle.sh \
	    tests/container/systemd/renderer.sh

# Checks that the packages have no faults, and that two builds give the same
# bytes.
check-packages: deb
	@$(MAKE) --no-print-directory WANTED="bin:lintian=lintian" deps
	lintian --fail-on error,warning $(DEB_DIR)/*.changes
	rm -rf $(BUILD)/packages
	mkdir -p $(BUILD)/packages
	mv $(BUILD)/*.deb $(BUILD)/packages/
	@$(MAKE) --no-print-directory deb DEB_DIR=$(BUILD)/debian-again
	set -e; for deb in $(BUILD)/packages/*.deb; do \
	    cmp $$deb $(BUILD)/$${deb##*/}; done
	rm -rf $(BUILD)/packages $(BUILD)/debian-again

# Runs 8 threads, each with its own extractor, under ThreadSanitizer.
THREADS = 8
PAGES   = 1000
check-threads: check-deps
	+@$(MAKE) --no-print-directory $(PARALLEL) BUILD=build-tsan \
	    CFLAGS="-O1 -g" SANFLAGS="-fsanitize=thread \
	    -DGLEANER_SANITIZED=1" HARDEN=-fPIE build-tsan/cuter-threads
	TSAN_OPTIONS="halt_on_error=1 suppressions=tests/torture/tsan.supp" \
	    build-tsan/cuter-threads $(THREADS) \
	    $(PAGES) $(call find,tests/pages tests/demo/site,*.html)

kill-test: check-deps
	$(BUILD_IT) binaries $(BUILD)/origin $(BUILD)/clock-shim.so
	ROUNDS=200 BUILD=$(BUILD) sh tests/integration/faults/kill.sh

# Longer runs of tests that `check` runs in a short form.
TORTURES = $(addprefix $(BUILD)/,store/sqlite/power_test store/sqlite/io_test \
	daemon/fleet/fleet_sim_test tests/torture/memory_test) \
	$(MEMORY_PROGRAMS)
POINTS = 2000
ROUNDS = 5000
SCHEDULES = 1000000
torture: check-deps
	$(BUILD_IT) binaries $(BUILD)/origin $(BUILD)/store-writer \
	    $(BUILD)/quick_origin $(BUILD)/clock-shim.so $(TORTURES)
	POINTS=$(POINTS) $(BUILD)/store/sqlite/power_test
	STRIDE=1 $(BUILD)/store/sqlite/io_test
	SCHEDULES=$(SCHEDULES) $(BUILD)/daemon/fleet/fleet_sim_test
	STRIDE=1 $(BUILD)/tests/torture/memory_test
	STRIDE=1 BUILD=$(BUILD) sh tests/integration/faults/memory.sh
	ROUNDS=$(ROUNDS) BUILD=$(BUILD) sh tests/integration/faults/kill.sh
	KILLS=100 BUILD=$(BUILD) sh tests/integration/faults/kill_commands.sh
	ROUNDS=500 BUILD=$(BUILD) sh tests/integration/faults/terminate.sh
	HUNG=5000 BUILD=$(BUILD) sh tests/integration/faults/hung.sh
	CYCLES=20 BUILD=$(BUILD) sh tests/integration/faults/disk_full.sh
	STARTS=200 BUILD=$(BUILD) sh tests/integration/faults/clock_starts.sh
	DATABASES=100 BUILD=$(BUILD) sh tests/integration/faults/damage.sh
	RELOADS=50 BUILD=$(BUILD) sh tests/integration/faults/reloads.sh
	POLLS=1000000 BUILD=$(BUILD) sh tests/integration/faults/polls.sh
	CHANGES=100000 WRITER_LIFE=10 BUILD=$(BUILD) sh tests/integration/faults/torture.sh
	KILLS=$(ROUNDS) BUILD=$(BUILD) sh tests/integration/faults/kill_workers.sh
	ROUNDS=6 FACTOR=1.1 BUILD=$(BUILD) tests/hostile/load_test.py
	MUTANTS=500 BUILD=$(BUILD) sh tests/integration/faults/mutants.sh
	SEQUENCES=1000 SEED= BUILD=$(BUILD) sh tests/integration/faults/adversary.sh
	SEQUENCES=200 SEED= BUILD=$(BUILD) sh tests/integration/integrity/adversary_forms.sh
	KILLS=100 CHANGES=4000 BUILD=$(BUILD) sh tests/integration/push/push_kills.sh
	KILLS=50 CHANGES=4000 BUILD=$(BUILD) sh tests/integration/push/push_nats.sh
	LONG=1 BUILD=$(BUILD) sh tests/integration/faults/fleet.sh

# Measures the coverage by unit tests and fuzz targets with gcov.
coverage: check-deps
	@$(MAKE) --no-print-directory $(PARALLEL) BUILD=build-coverage \
	    CFLAGS="-O0 -g --coverage -fprofile-update=atomic" HARDEN=-fPIE \
	    LDFLAGS=--coverage coverage-built
coverage-built: $(UNIT_TESTS) $(FUZZ_TARGETS)
	@find $(BUILD) -name '*.gcda' -delete
	@BUILD=$(BUILD) tests/run $(UNIT_TESTS) $(FUZZ_TARGETS) | tail -n 3
	@BUILD=$(BUILD) tests/coverage.py

# In `check` a fuzz target runs for two seconds. It reads the files in
# tests/fuzz/corpus and mutations of them. The mutations use the words of
# tests/fuzz/dict and a fixed seed.
$(BUILD)/tests/fuzz/%_fuzz: $(BUILD)/tests/fuzz/%_fuzz.o \
	$(BUILD)/tests/lib/fuzz_main.o $(DAEMON_OBJ) $(CLI_LIBS)
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $< $(BUILD)/tests/lib/fuzz_main.o \
	    $(FUZZ_OBJ) $(call without_main,$(DAEMON_OBJ)) $(CLI_LIBS) $(LIBS)
# FUZZ_OBJ of a target contains objects that only this target needs.
$(BUILD)/tests/fuzz/xml_fuzz $(BUILD)/libfuzzer/xml_fuzz: \
	FUZZ_OBJ = $(BUILD)/cli/cut/cut_xml_read.o
$(BUILD)/tests/fuzz/xml_fuzz $(BUILD)/libfuzzer/xml_fuzz: \
	$(BUILD)/cli/cut/cut_xml_read.o
$(BUILD)/tests/fuzz/text_fuzz $(BUILD)/libfuzzer/text_fuzz: \
	FUZZ_OBJ = $(BUILD)/cli/term/text.o
$(BUILD)/tests/fuzz/text_fuzz $(BUILD)/libfuzzer/text_fuzz: \
	$(BUILD)/cli/term/text.o
SERVE_FUZZ = $(foreach target,serve_fuzz serve_api_fuzz, \
	$(BUILD)/tests/fuzz/$(target) $(BUILD)/libfuzzer/$(target))
$(SERVE_FUZZ): FUZZ_OBJ = $(call without_main,$(SERVE_OBJ))
$(SERVE_FUZZ): LIBS += $(HTTP_LIBS)
$(SERVE_FUZZ): $(call without_main,$(SERVE_OBJ))

SECONDS = $(or $(S),60)
# T=json_ld fuzzes only the target json_ld.
FUZZED = $(if $(T),$(filter $(BUILD)/tests/fuzz/$(T)_fuzz,$(FUZZ_TARGETS)),$(FUZZ_TARGETS))
fuzz: check-deps
	@$(MAKE) --no-print-directory BUILD=build-fuzz CC=clang \
	    SANFLAGS="-fsanitize=address,undefined,fuzzer-no-link \
	    -DGLEANER_SANITIZED=1" CFLAGS="-O1 -g" fuzz-built
fuzz-built: $(addprefix $(BUILD)/libfuzzer/,$(notdir $(FUZZED)))
	@test -n "$^" || { echo "no target $(T): ls tests/fuzz"; exit 2; }
	@bad=; for f in $^; do n=$$(basename $$f); \
	    mkdir -p $(BUILD)/corpus/$$n tests/fuzz/corpus/$$n; \
	    echo "== $$n"; $$f -max_total_time=$(SECONDS) -timeout=10 \
	    -rss_limit_mb=2048 -print_final_stats=1 \
	    $$(test ! -e tests/fuzz/dict/$$n.dict || \
	    echo -dict=tests/fuzz/dict/$$n.dict) \
	    -artifact_prefix=tests/fuzz/corpus/$$n/ $(BUILD)/corpus/$$n \
	    tests/fuzz/corpus/$$n >$$f.log 2>&1 || bad="$$bad $$n"; \
	    tail -n 8 $$f.log; done; test -z "$$bad" || \
	    { echo "faults in$$bad: $(BUILD)/libfuzzer/*.log"; exit 1; }
$(BUILD)/libfuzzer/%: $(BUILD)/tests/fuzz/%.o $(DAEMON_OBJ) $(CLI_LIBS)
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -fsanitize=fuzzer -o $@ $< \
	    $(FUZZ_OBJ) $(call without_main,$(DAEMON_OBJ)) $(CLI_LIBS) $(LIBS)

# Libraries that are preloaded into a program: a clock that a test sets, a disk
# that a test makes fail, a library without one of its functions, a resolver
# that does not answer.
$(BUILD)/%-shim.so: tests/lib/shim/%_shim.c
	$(SAY) LD $@
	@mkdir -p $(@D)
	$(Q)$(CC) -std=gnu17 $(CFLAGS) $(WARN) -Wno-missing-prototypes \
	    -D_GNU_SOURCE $(PKG_CFLAGS) -fPIC -shared \
	    -o $@ $<

# Rewrites the description of libcuter's ABI, after functions were added.
abi: check-deps
	$(BUILD_IT) binaries
	abidw --header-file cuter/lib/cuter.h --drop-private-types \
	    --exported-interfaces-only --no-corpus-path --no-show-locs \
	    --no-elf-needed --no-parameter-names \
	    --no-comp-dir-path --out-file cuter/lib/cuter.abi \
	    $(BUILD)/$(CUTER_SO)

# Rewrites the digests of the extractor's outputs over the test pages
# (cuter/version.h). Fails if the digests changed, but the version in
# cuter/version.h did not.
extractor-digests: check-deps
	$(BUILD_IT) $(BUILD)/cuter/version_test
	@UPDATE=1 $(BUILD)/cuter/version_test

# -------------------------------------------------------------- benchmarks
# bench-feeds: CORPUS=DIR contains feeds. bench-methods, bench-peers: each
# folder of CORPORA, or CORPUS, contains gold.jsonl and html/. SCORER=PROGRAM
# computes the scores instead of methods.py. METHODS="NAME ..." runs only these
# methods.
CORPUS =
SCORER =
METHODS =
bench-feeds: check-deps
	@test -n "$(CORPUS)" || { echo "CORPUS=DIR is missing"; exit 2; }
	@$(MAKE) --no-print-directory $(BUILD)/bench-feeds
	@$(BUILD)/bench-feeds $(CORPUS)
	@/usr/bin/python3 tests/bench/other_reader.py $(CORPUS)
bench-methods:
	@test -n "$(CORPORA)$(CORPUS)" || { \
	    echo 'usage: make bench-methods CORPORA="DIR ..."'; exit 2; }
	@$(MAKE) --no-print-directory check-deps
	@$(MAKE) --no-print-directory binaries
	@python3 tests/bench/methods.py --gleaner $(BUILD)/gleaner \
	    $(if $(SCORER),--scorer $(SCORER)) \
	    $(if $(METHODS),--methods "$(METHODS)") $(CORPORA) $(CORPUS)

# Compares Gleaner with other installed extractors on the same pages
# (tests/bench/peers.md).
SAMPLE = 50
bench-peers:
	@test -n "$(CORPORA)$(CORPUS)" || { \
	    echo 'usage: make bench-peers CORPUS=DIR'; exit 2; }
	@$(MAKE) --no-print-directory check-deps
	@$(MAKE) --no-print-directory binaries
	@python3 tests/bench/peer_table.py --gleaner $(BUILD)/gleaner \
	    --rounds $(ROUNDS) --pages $(SAMPLE) $(CORPORA) $(CORPUS)

bench-cut: check-deps
	@test -n "$(CORPUS)" || { echo "CORPUS=DIR is missing"; exit 2; }
	@$(MAKE) --no-print-directory binaries $(BUILD)/bench-passes
	@python3 tests/bench/cut.py --gleaner $(BUILD)/gleaner \
	    --passes $(BUILD)/bench-passes $(CORPUS)
bench-python:
	@test -n "$(CORPUS)" || { echo "CORPUS=DIR is missing"; exit 2; }
	@$(MAKE) --no-print-directory check-deps
	@$(MAKE) --no-print-directory binaries
	@$(PYTHON3) tests/bench/python.py --gleaner $(BUILD)/gleaner \
	    --library $(BUILD) $(CORPUS)
# HARVEST="NAME ..." names folders of CORPORA_DIR. AGAINST=DIR names another
# build, which takes turns with this one. HOSTS=N and ROUNDS=N set the numbers
# of hosts and rounds.
HARVEST = wcxb-dev-articles fundus-dev
AGAINST =
HOSTS = 1000
ROUNDS = 5
bench-harvest: check-deps
	@test -n "$(CORPORA_DIR)" || { echo "CORPORA_DIR=DIR is missing"; exit 2; }
	@$(MAKE) --no-print-directory binaries $(BUILD)/quick_origin \
	    $(BUILD)/bench-stages
	@python3 tests/bench/harvest.py --build $(BUILD) --hosts $(HOSTS) \
	    --rounds $(ROUNDS) $(if $(AGAINST),--against $(AGAINST)) \
	    $(HARVEST:%=$(CORPORA_DIR)/%)
# The start of a node in a database of FEEDS feeds and ENTRIES entries on
# PostgreSQL, and the CPU time of one daemon and of three.  The default needs
# half an hour and 16 GB in /tmp.
FEEDS = 1000000
ENTRIES = 10000000
bench-fleet: check-deps
	@test -n "$(CORPORA_DIR)" || { echo "CORPORA_DIR=DIR is missing"; exit 2; }
	@$(MAKE) --no-print-directory binaries $(BUILD)/quick_origin
	@tests/lib/postgres.sh tests/bench/fleet_cpu.py --build $(BUILD) \
	    --rounds $(ROUNDS) $(HARVEST:%=$(CORPORA_DIR)/%)
	@tests/lib/postgres.sh tests/bench/fleet_size.py $(BUILD) $(FEEDS) $(ENTRIES)
# Compares keywords and summaries with those of the publishers.
bench-enrich: check-deps
	$(BUILD_IT) binaries $(BUILD)/bench-enrich-words
	@python3 tests/bench/enrich/enrich.py --gleaner $(BUILD)/gleaner \
	    --words $(BUILD)/bench-enrich-words $(CORPUS)
bench-filters: check-deps
	@$(MAKE) --no-print-directory $(BUILD)/bench-filters
	@$(BUILD)/bench-filters
# ROWS=N articles of WORDS=N words, in DIR=DIR (build/bench-store). One million
# articles of 300 words take about ten minutes and 7 GB.
ROWS = 1000000
WORDS = 300
DIR = $(BUILD)/bench-store
bench-store: check-deps
	$(BUILD_IT) binaries $(BUILD)/store-writer
	@mkdir -p $(DIR)
	@python3 tests/bench/store.py --gleaner $(BUILD)/gleaner --writer \
	    $(BUILD)/store-writer --rows $(ROWS) --words $(WORDS) --max-ms 50 \
	    --max-search-ms 150 --max-slower 0.2 $(DIR)
# One million articles take about ten minutes and 3 GB.
bench-enrich-store: check-deps
	$(BUILD_IT) binaries $(BUILD)/store-writer
	@mkdir -p $(DIR)
	@python3 tests/bench/enrich/enrich_store.py --gleaner $(BUILD)/gleaner \
	    --writer $(BUILD)/store-writer --rows $(ROWS) --max-profile-ms 100 \
	    --max-trends-ms 300 --max-frequencies-mib 200 $(DIR)
bench-consumers: torture
BENCHES = $(shell sed -n 's/^\(bench-[a-z-]*\):.*/\1/p' Makefile)
bench:
	@set -e; for b in $(BENCHES); do echo "== $$b"; \
	    $(MAKE) --no-print-directory $$b; done

# Polls a year of simulated feeds with daemon/feed/cadence.c; `check` runs a
# short form.
$(BUILD)/cadence-bench: $(BUILD)/tests/bench/cadence.o \
	$(BUILD)/tests/bench/cadence_traces.o $(BUILD)/daemon/feed/cadence.o \
	$(BUILD)/libgleaner.a
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)
bench-cadence: check-deps
	$(BUILD_IT) $(BUILD)/cadence-bench
	@$(BUILD)/cadence-bench

bench-poll: check-deps
	$(BUILD_IT) binaries $(BUILD)/quick_origin $(BUILD)/origin \
	    $(BUILD)/bench-polls
	@python3 tests/bench/poll.py --build $(BUILD)
	@for kind in new same 304; do rm -rf $(BUILD)/bench-polls.db*; \
	    printf 'the store alone, %s: ' $$kind; \
	    $(BUILD)/bench-polls $(BUILD)/bench-polls.db $$kind 3000; done

MINUTES = 60
SEED =
soak: check-deps
	$(BUILD_IT) binaries $(BUILD)/origin
	@BUILD=$(BUILD) MINUTES=$(MINUTES) SEED=$(SEED) \
	    python3 tests/bench/soak.py

# ------------------------------------------------------------------- model
# Training uses Debian's numpy and xgboost, which need Debian's Python.
PYTHON3 = /usr/bin/python3
MADE_CORPORA = $(BUILD)/model/truncated $(BUILD)/model/grafted \
	$(BUILD)/model/commented
CORPORA =
# The corpora from which the shipped weights are trained. Their order must be
# kept, because the bytes of the weights depend on it.
CORPORA_DIR =
MODEL_CORPORA = $(addprefix $(CORPORA_DIR)/,$(shell \
	sed 's/\#.*//' cuter/model/corpora.txt))
MODEL_JOBS = 2
MODEL_DEPS = file:/usr/lib/python3/dist-packages/numpy=python3-numpy \
	file:/usr/lib/python3/dist-packages/xgboost=python3-xgboost
model: deps
	@for d in $(MODEL_CORPORA); do test -f $$d/gold.jsonl || { \
	    echo "no $$d/gold.jsonl: make model CORPORA_DIR=DIR"; exit 2; }; done
	@$(MAKE) --no-print-directory WANTED="$(MODEL_DEPS)" deps
	@$(MAKE) --no-print-directory $(BUILD)/model-tool
	$(PYTHON3) cuter/model/augment.py --out $(BUILD)/model $(MODEL_CORPORA)
	$(PYTHON3) cuter/model/train.py --tool $(BUILD)/model-tool \
	    --jobs $(MODEL_JOBS) --work $(BUILD)/model \
	    --out cuter/model/weights.c $(MODEL_CORPORA) $(MADE_CORPORA)
	$(PYTHON3) cuter/model/confidence.py \
	    --answers $(BUILD)/model/answers.jsonl \
	    --out cuter/article/class/confidence.inc $(MODEL_CORPORA) \
	    $(MADE_CORPORA)

# ---------------------------------------------------------------- analysis
OWN_C = $(call sources,$(MODULES) daemon cli serve push/webhook \
	$(PUSHED:%=push/%)) $(PUSH_OBJ:$(BUILD)/%.o=%.c)
# The cppcheck of Debian 12 does not know __VA_OPT__, so the macro is defined
# here. It still reports a syntax error for a file that calls log_event()
# without fields. It does not parse unnamed parameters of a function type.
CPPCHECK_KNOWS_NOT = '-D__VA_OPT__(...)=__VA_ARGS__' \
	--suppress=missingIncludeSystem --suppress=funcArgOrderDifferent
# Largest number of states of a function that clang's analyzer examines.  With
# its default of 225 000, crawler/robots.c takes six times as long.
TIDY_NODES = 40000
# Limit in seconds of the processor time that one program takes for one file.
# clang-tidy takes at most 3 s.
ANALYZE_S = 120
# Each file is a target, so that make runs as many at once as there are cores.
analyze: check-deps
	$(BUILD_IT) --output-sync --keep-going analyze-built
analyze-built: $(OWN_C:%.c=$(BUILD)/analyzed/gcc/%) \
	$(OWN_C:%.c=$(BUILD)/analyzed/clang-tidy/%) $(BUILD)/analyzed/cppcheck
ANALYZED_INC = $(BUILD)/store/sqlite/sql.inc $(BUILD)/store/postgres/sql.inc \
	$(BUILD)/cli/help/manual.inc $(BUILD)/cli/help/topics.inc \
	$(BUILD)/serve/page/style.inc
$(BUILD)/analyzed/gcc/%: %.c $(ANALYZED_INC) always
	$(Q)ulimit -t $(ANALYZE_S); $(CC) $(ALL_CFLAGS) -MF /dev/null \
	    -fanalyzer -fdiagnostics-path-format=none -c -o /dev/null $< || \
	    { echo "$<: gcc -fanalyzer did not end"; exit 1; }
# The line with the number of warnings is removed, because it also counts those
# in system headers.
$(BUILD)/analyzed/clang-tidy/%: %.c $(ANALYZED_INC) always
	$(Q)command -v clang-tidy >/dev/null || \
	    { echo "$<: clang-tidy is not installed"; exit 0; }; \
	    ulimit -t $(ANALYZE_S); found=$$(clang-tidy --quiet $< -- \
	    $(filter-out -MMD -MP,$(ALL_CFLAGS)) -Xclang -analyzer-config \
	    -Xclang max-nodes=$(TIDY_NODES) 2>&1); code=$$?; \
	    printf '%s\n' "$$found" | \
	    grep -Ev '^([0-9]+ warnings? generated\.)?$$'; \
	    test $$code = 0 || { echo "$<: clang-tidy did not end"; exit 1; }
$(BUILD)/analyzed/cppcheck: $(ANALYZED_INC) always
	$(Q)command -v cppcheck >/dev/null || \
	    { echo "cppcheck is not installed"; exit 0; }; \
	    cppcheck --quiet -I. -I$(BUILD) \
	    --enable=warning,performance,portability --inline-suppr \
	    $(CPPCHECK_KNOWS_NOT) $(OWN_C)
always:

format:
	clang-format -i $(filter-out %.inc,$(shell git ls-files '*.c' '*.h'))

# ----------------------------------------------------------------- install
bindir  = $(PREFIX)/bin
sbindir = $(PREFIX)/sbin
# Programs that `gleaner` starts (cli/program.h).
libexecdir = $(PREFIX)/libexec/gleaner
docdir  = $(PREFIX)/share/doc/gleaner
mandir  = $(PREFIX)/share/man
bashdir = $(PREFIX)/share/bash-completion/completions
# Debian's zsh reads completions of packages from vendor-completions, other
# systems from site-functions.
pushdir = $(PREFIX)/libexec/gleaner
zshdir  = $(PREFIX)/share/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
fishdir = $(PREFIX)/share/fish/vendor_completions.d
# libcuter for other programs: `pkg-config --cflags --libs cuter`.
includedir   = $(PREFIX)/include
libdir       = $(PREFIX)/lib
# Debian's Python searches packages of Debian in /usr/lib/python3, and packages
# under /usr/local in the folder of its version, such as python3.11.
PYTHON_DIR := $(if $(filter /usr,$(PREFIX)),python3,$(shell /usr/bin/python3 -c \
	'import sys; print("python%d.%d" % sys.version_info[:2])' 2>/dev/null))
pythondir    = $(PREFIX)/lib/$(or $(PYTHON_DIR),python3)/dist-packages/cuter
sysusersdir = $(PREFIX)/lib/sysusers.d
tmpfilesdir = $(PREFIX)/lib/tmpfiles.d
unitdir = $(if $(filter /usr,$(PREFIX)),/lib/systemd/system,$(PREFIX)/lib/systemd/system)
# Replaces placeholders such as @bindir@ in units and scripts by paths.
FILL_IN = s|@sbindir@|$(sbindir)|g; s|@bindir@|$(bindir)|g; \
	s|@docdir@|$(docdir)|g; s|@libexecdir@|$(libexecdir)|g
# Changes the links of the documents, which are installed in one folder. The
# link to a file that is not installed becomes its text.
FIX_LINKS = s|\]\(docs/|](|g; s|\]\((\.\./)?config/|](|g; \
	s|\]\((\.\./)?python/README\.md|](python.md|g; \
	s!\[([^]]*)\]\((\.\./)?(CONTRIBUTING|cuter/model/README|tests/bench/peers)\.md[^)]*\)!\1!g

install: built
	install -d $(addprefix $(DESTDIR),$(bindir) $(sbindir) $(libexecdir) \
	    $(docdir)/examples $(docdir)/experiments \
	    $(unitdir) $(sysusersdir) $(tmpfilesdir) /etc/gleaner $(bashdir) \
	    $(zshdir) $(fishdir) \
	    $(addprefix $(mandir)/man,1 5 7 8) \
	    $(includedir)/cuter $(libdir)/pkgconfig $(pythondir)/compat)
	install -m 755 $(BUILD)/gleaner $(DESTDIR)$(bindir)/
	install -m 755 $(BUILD)/gleanerd $(DESTDIR)$(sbindir)/
	install -m 755 $(BUILD)/gleaner-serve $(PARTS) \
	    $(DESTDIR)$(libexecdir)/
	install -m 644 $(BUILD)/libcuter.a $(BUILD)/$(CUTER_SO) \
	    $(DESTDIR)$(libdir)/
	ln -sf $(CUTER_SO) $(DESTDIR)$(libdir)/$(CUTER_SONAME)
	ln -sf $(CUTER_SONAME) $(DESTDIR)$(libdir)/libcuter.so
	install -m 644 cuter/lib/cuter.h $(DESTDIR)$(includedir)/cuter/
	sed 's|@prefix@|$(PREFIX)|; s|@includedir@|$(includedir)|; s|@libdir@|$(libdir)|; s|@version@|$(VERSION)|; s|@requires@|$(CUTER_PKGS)|' \
	    cuter/lib/cuter.pc.in > $(DESTDIR)$(libdir)/pkgconfig/cuter.pc
	chmod 644 $(DESTDIR)$(libdir)/pkgconfig/cuter.pc
	install -m 644 python/cuter/*.py python/cuter/py.typed \
	    $(DESTDIR)$(pythondir)/
	install -m 644 python/cuter/compat/*.py $(DESTDIR)$(pythondir)/compat/
	install -m 644 LICENSE config/gleaner.yaml $(DESTDIR)$(docdir)/
	set -e; for page in README.md CHANGELOG.md $(wildcard docs/*.md); do \
	    file=$(DESTDIR)$(docdir)/$${page##*/}; \
	    sed -E '$(FIX_LINKS)' $$page > $$file; chmod 644 $$file; done
	install -m 644 python/README.md $(DESTDIR)$(docdir)/python.md
	install -d $(DESTDIR)$(docdir)/images
	install -m 644 docs/images/*.png $(DESTDIR)$(docdir)/images/
	install -m 644 docs/experiments/*.md $(DESTDIR)$(docdir)/experiments/
	install -m 755 docs/examples/*.py docs/examples/*.sh \
	    $(DESTDIR)$(docdir)/examples/
	install -m 644 docs/examples/*.service docs/examples/*.yml \
	    docs/examples/*.json $(DESTDIR)$(docdir)/examples/
	set -e; for page in $(MANUAL); do install -m 644 \
	    $(BUILD)/man/$$page $(DESTDIR)$(mandir)/man$${page##*.}/; done
	install -m 644 $(BUILD)/completion/bash $(DESTDIR)$(bashdir)/gleaner
	install -m 644 $(BUILD)/completion/zsh $(DESTDIR)$(zshdir)/_gleaner
	install -m 644 $(BUILD)/completion/fish $(DESTDIR)$(fishdir)/gleaner.fish
	set -e; for unit in $(notdir $(wildcard systemd/*.service \
	    systemd/*.timer)); do \
	    sed '$(FILL_IN)' systemd/$$unit > $(DESTDIR)$(unitdir)/$$unit; \
	    chmod 644 $(DESTDIR)$(unitdir)/$$unit; done
	sed '$(FILL_IN)' systemd/gleaner-backup > \
	    $(DESTDIR)$(libexecdir)/gleaner-backup
	chmod 755 $(DESTDIR)$(libexecdir)/gleaner-backup
	install -m 644 systemd/gleaner.sysusers \
	    $(DESTDIR)$(sysusersdir)/gleaner.conf
	install -m 644 systemd/gleaner.tmpfiles \
	    $(DESTDIR)$(tmpfilesdir)/gleaner.conf
	test -e $(DESTDIR)/etc/gleaner/gleaner.yaml || install -m 644 \
	    systemd/gleaner.yaml $(DESTDIR)/etc/gleaner/gleaner.yaml
	install -d $(DESTDIR)$(pushdir) $(DESTDIR)/etc/gleaner/push
	install -m 755 $(PUSHERS) $(DESTDIR)$(pushdir)/

# Removes the files that `make install` writes with the same variables.  Keeps
# /etc/gleaner and the database.
uninstall:
	rm -rf $(BUILD)/uninstall
	+@$(MAKE) -s --no-print-directory install DESTDIR=$(BUILD)/uninstall
	cd $(BUILD)/uninstall && find . ! -type d ! -path './etc/*' | \
	    while read -r file; do rm -f "$(DESTDIR)/$$file"; done
	cd $(BUILD)/uninstall && find . -depth -mindepth 1 -type d \
	    -path '*[/.]*gleaner*' -o -depth -type d -path '*/cuter*' | \
	    grep -v '^./etc' | while read -r folder; do \
	        rmdir "$(DESTDIR)/$$folder" 2>/dev/null || :; done
	rm -rf $(BUILD)/uninstall

# The packages of debian/ are built from a copy of the sources, so that no file
# is written beside the sources. All files get the time of the newest entry of
# the changelog, so that two builds give the same bytes.
DEB_DEPS = bin:dh=debhelper bin:dh_python3=dh-python \
	bin:dpkg-buildpackage=dpkg-dev
DEB_DIR = $(BUILD)/debian
DEB_SOURCE = $(DEB_DIR)/gleaner-$(VERSION)
DEB_WANTED = $(TOOL_DEPS) $(LIB_DEPS) $(BROKER_DEPS) $(DEB_DEPS)
deb-deps:
	@$(MAKE) --no-print-directory WANTED="$(DEB_WANTED)" deps
deb:
	@$(MAKE) --no-print-directory WANTED="$(DEB_WANTED)" require-deps
	rm -rf $(DEB_DIR)
	mkdir -p $(DEB_SOURCE)
	tar -c --exclude=./.git --exclude='./build*' --exclude=./var \
	    --exclude=./run --exclude=__pycache__ . | tar -x -C $(DEB_SOURCE)
	cd $(DEB_SOURCE) && env -u MAKEFLAGS -u MAKELEVEL -u MAKEOVERRIDES \
	    dpkg-buildpackage -us -uc -b -d
	rm -rf $(DEB_SOURCE)
	rm -f $(BUILD)/*.deb
	cp $(DEB_DIR)/*.deb $(BUILD)/

clean:
	rm -rf build build-san build-fuzz build-coverage build-tsan

-include $(shell find $(BUILD) -path $(BUILD)/container -prune -o -type f \
    -name '*.d' -print 2>/dev/null)
