"""Prints the names of created contacts as they come, until there are three."""

import os

from parley import Parley

with Parley(api_key=os.environ["PARLEY_API_KEY"], base_url=os.environ["PARLEY_URL"]) as parley:
    count = 0
    stream = parley.events.stream_events(types="contact.created", after=os.environ["AFTER"])
    for _, event in stream:
        if event["type"] == "contact.created":
            print(event["data"]["name"], flush=True)
            count += 1
        if count == 3:
            break
