"""What sluice.batch() says of each of the cases on stdin, for refusals_test.cpp."""

import json
import sys

import sluice


def said(case):
    try:
        summary = sluice.batch(case["inputs"], case["output"], case["pipeline"], **case["options"])
    except sluice.Error as error:
        return str(error)
    return "\n".join(f"{path}: {reason}" for path, reason in summary.failures)


json.dump([said(case) for case in json.load(sys.stdin)], sys.stdout)
