import { AsyncLocalStorage } from 'node:async_hooks'

/** The attributes of a span, by the names of OpenTelemetry's semantic conventions or with the prefix `parley.`. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>

/**
 * Options of a span. `parent` and `links` are of the form `traceparent`; without a parent it begins a trace. `startedAt` is a time of
 * `performance.now()`.
 */
export type SpanOptions = {
  kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  parent?: string | undefined
  links?: (string | undefined)[]
  attributes?: SpanAttributes
  startedAt?: number
}

/** An operation that is traced. A span that is never ended is not exported. */
export type Span = {
  /** The trace context for what follows from the operation. */
  traceparent: string
  link: (traceparent: string) => void
  /** Ends the span. With `error`, a short word or code, the operation has failed. */
  end: (attributes?: SpanAttributes, error?: string) => void
}

/** Starts spans. */
type Tracer = { start: (name: string, options: SpanOptions) => Span }

/** The turn of a lane, and whether it worked on something that is recorded. */
type TracedTurn = { span: Span; hasWorked: boolean }

let tracer: Tracer | undefined
const turns = new AsyncLocalStorage<TracedTurn>()

/** Sets the tracer of this process; undefined turns tracing off, which is the default. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next
}

/** Returns whether this process records traces. */
export function isTracing(): boolean {
  return tracer !== undefined
}

/** Starts a span, or returns undefined while tracing is off. */
export function startSpan(name: string, options: SpanOptions = {}): Span | undefined {
  return tracer?.start(name, options)
}

/**
 * Starts a span for a part of the turn in progress. It is in the trace of `options.parent`, the cause of the work, and linked with the
 * turn, which works for many traces.
 */
export function startWork(name: string, options: SpanOptions): Span | undefined {
  if (tracer === undefined) return undefined
  const turn = turns.getStore()
  const span = tracer.start(name, { ...options, links: [turn?.span.traceparent] })
  if (turn) {
    turn.hasWorked = true
    turn.span.link(span.traceparent)
  }
  return span
}

/** Runs a turn of a lane as a separate trace, which is exported if the turn worked on something or failed. */
export async function traceTurn<T>(
  name: string,
  attributes: SpanAttributes,
  run: () => Promise<T>,
): Promise<T> {
  if (tracer === undefined) return run()
  const turn: TracedTurn = { span: tracer.start(name, { attributes }), hasWorked: false }
  try {
    const result = await turns.run(turn, run)
    if (turn.hasWorked) turn.span.end()
    return result
  } catch (err) {
    turn.span.end({}, err instanceof Error ? err.name : 'error')
    throw err
  }
}
