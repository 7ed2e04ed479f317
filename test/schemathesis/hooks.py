"""Hooks of Schemathesis: each request gets credentials, ids that exist, and sometimes a body that succeeds.

The test serves them at PARLEY_TARGETS_URL. What Schemathesis made invalid on purpose stays as it is, and so does what it
took from an earlier response.
"""

import json
import os
import random
import urllib.error
import urllib.request

import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation import GenerationMode
from schemathesis.generation.meta import CoveragePhaseData, CoverageScenario, TestPhase

TARGETS_URL = os.environ["PARLEY_TARGETS_URL"]
PATH_SHARE = 0.75
BODY_SHARE = 0.6
chance = random.Random(7)
targets = {}


@schemathesis.auth(refresh_interval=None)
class Credentials:
    def get(self, case, context):
        return find_target(case)

    def set(self, case, target, context):
        targets[case.id] = target
        add_headers(case, target)
        case.cookies.update(target["cookies"])


@schemathesis.hook
def before_call(context, case, kwargs):
    # So that the limits of a network do not end the run.
    address = ".".join(["10", *(str(chance.randint(1, 250)) for _ in range(3))])
    case.headers["X-Forwarded-For"] = address
    target = targets.pop(case.id, None)
    if target is None and missing_header(case) == "authorization":
        # It gets no credentials, but all else, so that they are the only thing that it lacks.
        target = find_target(case)
        add_headers(case, target)
        fill_path(case, target, share=1)
        return
    if target is None or case.meta is None or case.meta.phase.name == TestPhase.STATEFUL:
        return
    fill_path(case, target, share=PATH_SHARE)
    if target.get("body") and is_valid(case, ParameterLocation.BODY) and chance.random() < BODY_SHARE:
        case.body = target["body"]


def find_target(case):
    phase = case.meta.phase.name if case.meta else None
    question = {"operation": case.operation.label, "isStateful": phase == TestPhase.STATEFUL}
    request = urllib.request.Request(TARGETS_URL, json.dumps(question).encode())
    try:
        with urllib.request.urlopen(request, timeout=120) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        raise RuntimeError(f"No target for {question}: {error.read().decode()}") from error


def missing_header(case):
    """Returns the name of the header that a case lacks on purpose, in lower case, or None."""
    data = case.meta.phase.data if case.meta else None
    if not isinstance(data, CoveragePhaseData) or data.scenario != CoverageScenario.MISSING_PARAMETER:
        return None
    return data.parameter.lower() if data.parameter_location == ParameterLocation.HEADER else None


def add_headers(case, target):
    missing = missing_header(case)
    case.headers.update({name: value for name, value in target["headers"].items() if name != missing})


def fill_path(case, target, share):
    if is_valid(case, ParameterLocation.PATH) and chance.random() < share:
        for name in case.path_parameters:
            case.path_parameters[name] = target["path"].get(name, case.path_parameters[name])


def is_valid(case, location):
    component = case.meta.components.get(location)
    return component is not None and component.mode == GenerationMode.POSITIVE
