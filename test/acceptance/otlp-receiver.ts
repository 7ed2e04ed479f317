import type { Respond } from '../receiver.ts'
import { startReceiver } from '../receiver.ts'

/** A span as a receiver of traces gets it. Times are in ms since 1970; `parts` are those of the process that recorded it. */
export type ReceivedSpan = {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: string
  parts: string
  startMs: number
  endMs: number
  attributes: Values
  links: string[]
  isError: boolean
}

type Values = Record<string, string | number | boolean>
type Attribute = { key: string; value: Values }
type OtlpSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  links: { traceId: string }[]
  status: { code: number }
}
type OtlpBody = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[]
}

const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer']

/** Starts a receiver of traces by OTLP over HTTP with JSON. `hang` makes it answer nothing more. */
export async function startOtlpReceiver() {
  const accept: Respond = (_request, response) =>
    void response.setHeader('content-type', 'application/json').end('{}')
  const receiver = await startReceiver(accept)
  return {
    url: receiver.url,
    close: receiver.close,
    hang: () => receiver.respondWith(() => undefined),
    requests: () => receiver.requests,
    spans: () => receiver.requests.flatMap(({ body }) => readSpans(JSON.parse(body.toString()))),
  }
}

/** Reads the spans of a request. Source: OTLP specification 1.9, "JSON Protobuf Encoding". */
function readSpans({ resourceSpans }: OtlpBody): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const parts = String(toValues(resource.attributes)['parley.parts'])
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => toReceived(span, parts)))
  })
}

function toReceived(span: OtlpSpan, parts: string): ReceivedSpan {
  const { traceId, spanId, parentSpanId, name, kind, attributes, links, status } = span
  return {
    traceId,
    spanId,
    parentSpanId: parentSpanId || undefined,
    name,
    kind: KINDS[kind]!,
    parts,
    startMs: toMs(span.startTimeUnixNano),
    endMs: toMs(span.endTimeUnixNano),
    attributes: toValues(attributes),
    links: links.map((link) => link.traceId),
    isError: status.code === 2,
  }
}

function toMs(nanoseconds: string): number {
  return Number(BigInt(nanoseconds) / 1000n) / 1000
}

function toValues(attributes: Attribute[]): Values {
  return Object.fromEntries(
    attributes.map(({ key, value }) => {
      const [type, content] = Object.entries(value)[0] ?? ['', '']
      return [key, type === 'intValue' ? Number(content) : content]
    }),
  )
}
