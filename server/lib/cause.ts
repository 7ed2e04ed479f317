import { AsyncLocalStorage } from 'node:async_hooks'
import { parseTraceparent } from './tracing/read-traceparent.ts'

/**
 * The request that causes work, also later and in other processes: its id, and the trace context in which the work continues, as
 * a `traceparent` of W3C Trace Context, if there is one.
 */
export type Cause = { requestId: string; traceparent?: string | undefined }

/** The causes of a batch, each at the index of its input; undefined for an input without one. */
type Causes = readonly (Cause | undefined)[]

const NONE: Causes = []
const current = new AsyncLocalStorage<Causes>()

/** The maximum number of requests that one line of the log names. */
const LOGGED_MAX = 20

/** Runs `run` so that everything it does, also in functions that it calls, has these causes. They replace the caller's causes. */
export function withCauses<T>(causes: Causes, run: () => T): T {
  return current.run(causes, run)
}

/** Runs `run` with one cause, or with none. */
export function withCause<T>(cause: Cause | undefined, run: () => T): T {
  return current.run(cause ? [cause] : NONE, run)
}

/** Returns the causes of the caller: of its batch by the index of their input, or a single one, or none. */
export function findCauses(): Causes {
  return current.getStore() ?? NONE
}

/** Returns the cause of the caller, or undefined if it has none or works for several requests. */
export function findCause(): Cause | undefined {
  const causes = findCauses()
  const first = causes[0]
  return causes.length < 2 || causes.every((cause) => cause === first) ? first : undefined
}

/** Returns a cause whose work continues in `span`, if there is one. */
export function continueIn(
  cause: Cause | undefined,
  span: { traceparent: string } | undefined,
): Cause | undefined {
  return cause && span ? { ...cause, traceparent: span.traceparent } : cause
}

/** The fields of a line of the log that name requests, and the trace of a single one. */
type LogFields = { request_id?: string; trace_id?: string; request_ids?: string[] }

/** Returns the ids of the requests for which the caller works, as fields of a line of the log. */
export function toLogFields(): LogFields {
  const causes = current.getStore()
  if (causes === undefined || causes.length === 0) return {}
  const known = new Map(
    causes.flatMap((cause) => (cause ? [[cause.requestId, cause] as const] : [])),
  )
  if (known.size > 1) return { request_ids: [...known.keys()].slice(0, LOGGED_MAX) }
  const [only] = known.values()
  return only ? fieldsOf(only) : {}
}

/** Returns the fields of a line of the log about one request. */
export function fieldsOf({ requestId, traceparent }: Cause): LogFields {
  const traceId = parseTraceparent(traceparent)?.traceId
  return { request_id: requestId, ...(traceId !== undefined && { trace_id: traceId }) }
}

/** Returns a cause as it is stored with queued work: the id of the request, and after a space the trace context. */
export function writeCause(cause: Cause | undefined): string | null {
  if (cause === undefined) return null
  const { requestId, traceparent } = cause
  return traceparent === undefined ? requestId : `${requestId} ${traceparent}`
}

/** Reads what `writeCause` wrote. */
export function readCause(text: string | null): Cause | undefined {
  if (text === null) return undefined
  const [requestId, traceparent] = text.split(' ', 2)
  return { requestId: requestId!, traceparent }
}
