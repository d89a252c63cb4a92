"""The smallest program that plays: reads what it is asked, line by line, and answers. A word changes its manners."""

import json
import sys
from typing import Any

manners = sys.argv[1] if len(sys.argv) > 1 else "good"
turns = 0
for line in sys.stdin:
    message: dict[str, Any] = json.loads(line)
    if message["type"] == "reset":
        turns = 0
        continue
    turns += 1
    legal = message["legal"]
    answer: Any = {"action": legal[turns % len(legal)]["index"]}
    if manners == "by_name":
        answer = {"action": legal[turns % len(legal)]["name"]}
    elif manners == "junk" and turns == 3:
        answer = "whatever"
    elif manners == "wrong_name":
        answer = {"action": "draft:steal:1Y01"}
    elif manners == "illegal":
        answer = {"action": 9999}
    elif manners == "leaves" and turns == 2:
        sys.exit("I have seen enough")
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
