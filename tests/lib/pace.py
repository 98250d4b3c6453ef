#!/usr/bin/env python3
"""Bounds of time for a busy machine; tests/lib/pace.h is the same for C.

    tests/lib/pace.py 500       prints 500 to 10000

A test that must wait for something waits for the event, with a ceiling that is
only reached if the event never comes.  A test whose subject is a time (a
deadline) scales it: by the time that a fixed piece of work takes now, beside
whatever else runs, as a multiple of what it takes on an idle machine.
"""
import sys
import time

SLICES = 8
STEPS = 60000       # of a slice: some 3 ms
IDLE_S = 0.025      # all slices and pauses, on a machine of 2020
MOST = 20           # times slower: the tests must end some time


def work_s():
    """The wall time of the work; the processor is given up between the
    slices, so that it also has what it takes to get the processor back."""
    began = time.monotonic()
    for _ in range(SLICES):
        for _ in range(STEPS):
            pass
        time.sleep(0.001)
    return time.monotonic() - began


def factor():
    """1 on an idle machine, up to MOST on a busy one."""
    return min(max(work_s() / IDLE_S, 1.0), MOST)


def idle_s(seconds, bound):
    """What a measured time would have been on an idle machine: the time
    itself if it keeps its bound, scaled by the present load if not."""
    return seconds if seconds <= bound else seconds / factor()


if __name__ == "__main__":
    print(int(float(sys.argv[1]) * factor()))
