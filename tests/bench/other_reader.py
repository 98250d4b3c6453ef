#!/usr/bin/env python3
"""Measures how fast feedparser reads the feeds of a directory: its result is
the last line of `make bench-feeds`.

    other_reader.py DIR [SECONDS]

Prints a message if feedparser is not installed.
"""
import io
import os
import sys
import time
import warnings


def main():
    try:
        import feedparser
    except ImportError:
        print("feedparser: not installed (python3-feedparser)")
        return 0
    warnings.simplefilter("ignore")
    folder = sys.argv[1]
    if os.path.isdir(os.path.join(folder, "feeds")):
        folder = os.path.join(folder, "feeds")
    limit = float(sys.argv[2]) if len(sys.argv) > 2 else 20.0
    n = size = 0
    start = time.process_time()
    # The feeds are sorted by their reversed names, so that feeds of different
    # programs alternate.
    for name in sorted(os.listdir(folder), key=lambda name: name[::-1]):
        with open(os.path.join(folder, name), "rb") as f:
            data = f.read()
        try:
            feedparser.parse(io.BytesIO(data))
        except Exception:       # feedparser fails with some feeds
            pass
        n += 1
        size += len(data)
        if time.process_time() - start > limit:
            break
    took = time.process_time() - start
    print(f"{'feedparser ' + feedparser.__version__:<32} "
          f"{size / 1e6 / took:8.1f} MB/s {n / took:8.0f} feeds/s"
          f"   {n} of the documents were read")
    return 0


if __name__ == "__main__":
    sys.exit(main())
