#!/usr/bin/python3
"""mqtt_publish.py -- publishes the change log to an MQTT broker.

    mqtt_publish.py [--wait] [-c FILE | --db FILE] HOST PORT TOPIC

In:  the change log, by `gleaner follow`.  Needs Debian's python3-paho-mqtt.
Out: for each change a message with the line of `gleaner follow`.  The message
     has quality of service 1 and is published to TOPIC/KIND.

A change is acknowledged after the broker has confirmed its message.  After a
kill the last change may be published again, with the same seq.
"""
import argparse
import json
import os
import subprocess
import sys

import paho.mqtt.client

ANSWER_S = 30


def publish(broker, topic, line, ack):
    change = json.loads(line)
    message = broker.publish(f"{topic}/{change['kind']}", line, qos=1)
    message.wait_for_publish(ANSWER_S)
    if not message.is_published():
        sys.exit(f"change {change['seq']}: no answer in {ANSWER_S} s")
    ack.write(b"%d\n" % change["seq"])
    ack.flush()


def main():
    parser = argparse.ArgumentParser(description="Changes to MQTT.")
    parser.add_argument("--wait", action="store_true",
                        help="continue with later changes")
    parser.add_argument("-c", metavar="FILE", help="Gleaner's configuration")
    parser.add_argument("--db", metavar="FILE", help="Gleaner's database")
    parser.add_argument("host", metavar="HOST")
    parser.add_argument("port", metavar="PORT", type=int)
    parser.add_argument("topic", metavar="TOPIC")
    options = parser.parse_args()
    gleaner = [os.environ.get("GLEANER", "gleaner")]
    gleaner += ["-c", options.c] if options.c else []
    gleaner += ["--db", options.db] if options.db else []
    follow = ["follow", "--consumer", "mqtt", "--ack", "manual"]
    follow += ["--wait"] if options.wait else []
    broker = paho.mqtt.client.Client()
    broker.connect(options.host, options.port)
    broker.loop_start()
    with subprocess.Popen(gleaner + ["ack", "--consumer", "mqtt", "-"],
                          stdin=subprocess.PIPE) as ack, \
            subprocess.Popen(gleaner + follow, stdout=subprocess.PIPE) as lines:
        for line in lines.stdout:
            if not line.endswith(b"\n"):
                break               # follow was killed
            publish(broker, options.topic, line.rstrip(b"\n"), ack.stdin)
        ack.stdin.close()
    broker.loop_stop()
    return lines.returncode or ack.returncode


if __name__ == "__main__":
    sys.exit(main())
