import { setTimeout as delay } from 'node:timers/promises'
import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { Attributes, Context, Link, Span as SdkSpan } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { withCause } from '#lib/cause.ts'
import { newId } from '#lib/ids.ts'
import { formatTraceparent, parseTraceparent } from '#lib/tracing/read-traceparent.ts'
import { setTracer } from '#lib/tracing/start-span.ts'
import type { Span, SpanAttributes, SpanOptions } from '#lib/tracing/start-span.ts'
import type { TracingConfig } from '#lib/tracing/tracing-config.ts'
import { BUILD_VERSION } from '#lib/build-version.ts'

/** Spans that wait for their export. Further ones are dropped, so that a receiver that is away costs no memory. */
const QUEUE_MAX = 4_096

/** How long spans wait for others before they are exported together. */
const GATHER_MS = 1_000

/** The time limit of one export, and that of the last one when the process stops. */
const EXPORT_MS = 10_000
const STOP_MS = 2_000

/** The least time between two lines of the log about exports that failed. */
const LOG_PAUSE_MS = 60_000

const KINDS: Record<NonNullable<SpanOptions['kind']>, SpanKind> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}

/**
 * Starts to record traces and to send them by OTLP over HTTP, in the background: an export that fails is logged, at most once a minute,
 * and neither delays nor fails anything else. `parts` are those that this process runs, `exportMs` is the time limit of an export. `stop` exports the last spans for at most two seconds.
 */
export async function startTracing(
  { url, headers, protocol, attributes, ratio, followsCaller }: TracingConfig,
  parts: readonly string[],
  log: Logger,
  { exportMs = EXPORT_MS }: { exportMs?: number } = {},
): Promise<{ stop: () => Promise<void> }> {
  logFailures(log)
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  const root = new TraceIdRatioBasedSampler(ratio)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      ...attributes,
      'service.version': BUILD_VERSION,
      'service.instance.id': newId(),
      'parley.parts': parts.join(','),
    }),
    sampler: followsCaller ? new ParentBasedSampler({ root }) : root,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, headers, timeoutMillis: exportMs }),
        maxQueueSize: QUEUE_MAX,
        scheduledDelayMillis: GATHER_MS,
        exportTimeoutMillis: exportMs,
      }),
    ],
  })
  const tracer = provider.getTracer('parley', BUILD_VERSION)
  setTracer({
    start: (name, options) =>
      toSpan(tracer.startSpan(name, toSpanOptions(options), toContext(options.parent))),
  })
  return {
    async stop() {
      setTracer(undefined)
      const stopped = provider.shutdown().catch(() => undefined)
      await Promise.race([stopped, delay(STOP_MS, undefined, { ref: false })])
    },
  }
}

function toSpanOptions({ kind = 'internal', attributes = {}, links = [], startedAt }: SpanOptions) {
  return {
    kind: KINDS[kind],
    attributes: attributes as Attributes,
    links: links.flatMap((each) => toLink(each) ?? []),
    ...(startedAt !== undefined && { startTime: performance.timeOrigin + startedAt }),
  }
}

function toContext(traceparent: string | undefined): Context {
  const link = toLink(traceparent)
  return link ? trace.setSpanContext(ROOT_CONTEXT, link.context) : ROOT_CONTEXT
}

function toLink(traceparent: string | undefined): Link | undefined {
  const parsed = parseTraceparent(traceparent)
  if (!parsed) return undefined
  const { traceId, spanId, flags } = parsed
  return { context: { traceId, spanId, traceFlags: flags, isRemote: true } }
}

function toSpan(span: SdkSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceparent: formatTraceparent({ traceId, spanId, flags: traceFlags }),
    link(traceparent) {
      const link = toLink(traceparent)
      if (link) span.addLink(link)
    },
    end(attributes: SpanAttributes = {}, error?: string) {
      span.setAttributes(attributes as Attributes)
      if (error !== undefined) {
        span.setAttribute('error.type', error)
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    },
  }
}

/** Logs what the packages of OpenTelemetry report, at most once a minute, and for no request in particular. */
function logFailures(log: Logger): void {
  let loggedAt = -Infinity
  let heldBack = 0
  const warn = (message: string) => {
    if (performance.now() - loggedAt < LOG_PAUSE_MS) {
      heldBack++
      return
    }
    loggedAt = performance.now()
    const reason = message.slice(0, 500)
    withCause(undefined, () =>
      log.warn(
        { reason, ...(heldBack > 0 && { held_back: heldBack }) },
        'traces could not be exported',
      ),
    )
    heldBack = 0
  }
  const ignore = () => undefined
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}
