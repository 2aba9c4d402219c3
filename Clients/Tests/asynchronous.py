#!/usr/bin/python3
"""Subscribes to gestures with an AsyncClient, and prints each as JSON."""

import asyncio
import json

from gestured import AsyncClient


async def main():
    async with AsyncClient(filters={"events": ["gesture", "device"]}) as client:
        async for event in client:
            if event["type"] == "gesture":
                print(json.dumps(event), flush=True)


asyncio.run(main())
