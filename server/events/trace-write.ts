import { readCause } from '#lib/cause.ts'
import { isRecorded } from '#lib/tracing/read-traceparent.ts'
import { isTracing, startSpan } from '#lib/tracing/start-span.ts'
import type { FramedEvent } from './create-event-tails.ts'

/** The maximum number of streams of a process whose writing of an event is traced. */
const STREAMS_MAX = 10

/** How often the writing of an event was traced. */
const counts = new WeakMap<FramedEvent, number>()

/** Runs `write`, which writes events to a stream, as a span in the trace of each. Of an event, the first ten streams are traced. */
export async function traceWrite(events: FramedEvent[], write: () => Promise<void>): Promise<void> {
  if (!isTracing()) return write()
  const spans = events.flatMap((event) => startWriteSpan(event) ?? [])
  await write()
  for (const span of spans) span.end()
}

function startWriteSpan(event: FramedEvent) {
  const cause = readCause(event.cause)
  const count = counts.get(event) ?? 0
  if (!isRecorded(cause?.traceparent) || count >= STREAMS_MAX) return undefined
  counts.set(event, count + 1)
  return startSpan(`stream ${event.type}`, {
    kind: 'producer',
    parent: cause.traceparent,
    attributes: {
      'parley.request_id': cause.requestId,
      'parley.event.type': event.type,
      'parley.event.position': event.position,
    },
  })
}
