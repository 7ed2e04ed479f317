/** A `traceparent`: version, id of the trace, id of the span, flags, and what later versions add. Source: W3C Trace Context, section 3.2. */
const TRACEPARENT =
  /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/

/** The ids of a trace and of a span in it, and the flags: 1 means that the trace is recorded. */
type TraceContext = { traceId: string; spanId: string; flags: number }

/** Returns the trace context of a header, as a `traceparent` of the current version; undefined if there is no valid one. */
export function readTraceparent(header: string | string[] | undefined): string | undefined {
  const context = parseTraceparent(typeof header === 'string' ? header : undefined)
  return context && formatTraceparent(context)
}

/** Reads a `traceparent`; undefined if it is missing or invalid. */
export function parseTraceparent(text: string | undefined): TraceContext | undefined {
  const [, traceId, spanId, flags, more] = TRACEPARENT.exec(text ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  if (more !== undefined && text!.startsWith('00')) return undefined
  return { traceId, spanId, flags: Number.parseInt(flags, 16) & 1 }
}

/** Writes a `traceparent`. */
export function formatTraceparent({ traceId, spanId, flags }: TraceContext): string {
  return `00-${traceId}-${spanId}-0${flags & 1}`
}

/** Returns whether the trace of a `traceparent` that `readTraceparent` returned is recorded. */
export function isRecorded(traceparent: string | undefined): traceparent is string {
  return traceparent !== undefined && traceparent.endsWith('1')
}
