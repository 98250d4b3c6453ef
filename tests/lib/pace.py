#!/usr/bin/env python3
"""Time limits for a busy machine; tests/lib/pace.h is the same for C.

    tests/lib/pace.py 500       prints 500 to 10000

A test that waits for an event has a time limit that is reached only if the
event never comes. A test of a deadline scales the deadline. The factor is the
duration of a fixed piece of work now, divided by its duration on an idle
machine.
"""
import sys
import time

SLICES = 8
STEPS = 60000       # steps of a slice: about 3 ms
IDLE_S = 0.025      # the whole work on an idle machine of 2020
MOST = 20           # largest factor, so that tests end


def work_s():
    """Returns the wall-clock time of the work. The process sleeps between the
    slices of work, so that the waits for a processor are included."""
    began = time.monotonic()
    for _ in range(SLICES):
        for _ in range(STEPS):
            pass
        time.sleep(0.001)
    return time.monotonic() - began


def factor_of(seconds):
    """Returns the factor for a measured duration of the work: 1 to MOST."""
    return min(max(seconds / IDLE_S, 1.0), MOST)


def factor():
    """Returns 1 on an idle machine, at most MOST on a busy one."""
    return factor_of(work_s())


def idle_s(seconds, bound):
    """Returns the duration that a measured time would have had on an idle
    machine. A time within its bound is returned unchanged; a longer time is
    divided by the present factor."""
    return seconds if seconds <= bound else seconds / factor()


if __name__ == "__main__":
    print(int(float(sys.argv[1]) * factor()))
