#!/bin/sh
# Runs the tests of the Python package of libcuter, and tests the installed
# package.
# timeout: 300
. "${0%/*}/../../lib/tap.sh"

[ "$(is_sanitized)" = no ] || skip_all 'Python cannot load a sanitized library'
PYTHON=/usr/bin/python3
[ -x "$PYTHON" ] && "$PYTHON" -c 'import sys
sys.exit(sys.version_info < (3, 10))' || skip_all 'no Python 3.10'
export PYTHONDONTWRITEBYTECODE=1

is "$(sed -n 's/^version = "\(.*\)"/\1/p' python/pyproject.toml)" \
	"$(sed -n 's/^VERSION = //p' Makefile)" 'the version of pyproject.toml'

make -s install BUILD="$BUILD" DESTDIR="$WORK/dest" PREFIX=/usr \
	>"$WORK/install.log" 2>&1
is $? 0 'make install succeeds'
MODULES=$WORK/dest/usr/lib/python3/dist-packages
export LD_LIBRARY_PATH="$WORK/dest/usr/lib"
ok 'py.typed is installed' test -e "$MODULES/cuter/py.typed"
got=$(cd "$WORK" && PYTHONPATH=$MODULES "$PYTHON" -c 'import cuter
print(cuter.cut("<h1>Lamp</h1><p>The lamp was lit again on Friday.</p>").body)')
is "$got" 'The lamp was lit again on Friday.' 'the installed package extracts a text'
got=$(cd "$WORK" && LD_LIBRARY_PATH='' PYTHONPATH=$MODULES "$PYTHON" -c '
import ctypes
def fail(name):
    raise OSError(name)
ctypes.CDLL = fail
import cuter' 2>&1)
like "$got" 'ImportError.*install the package libcuter0' \
	'without the library, the message names its package'

if "$PYTHON" -c 'import pytest' 2>/dev/null; then
	PYTHONPATH=$MODULES "$PYTHON" -m pytest -q -p no:cacheprovider \
		python/tests >"$WORK/pytest.log" 2>&1
	is $? 0 "pytest: $(tail -n 1 "$WORK/pytest.log")"
	diag "$(tail -n 40 "$WORK/pytest.log")"
else
	skip 'pytest' 'python3-pytest is not installed'
fi
done_testing
