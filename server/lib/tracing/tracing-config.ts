/** The settings of tracing, with OpenTelemetry's names. */
export const TRACING_SETTINGS = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
] as const

type TracingEnv = Record<(typeof TRACING_SETTINGS)[number], string | undefined>

const PROTOCOLS = ['http/protobuf', 'http/json'] as const
const SAMPLERS = [
  'parentbased_traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'traceidratio',
  'always_on',
  'always_off',
] as const

/**
 * Where traces are sent, and which. `url` receives OTLP over HTTP; `ratio` is the share of traces that are recorded, from 0 to 1, and
 * `followsCaller` whether a caller's `traceparent` decides instead.
 */
export type TracingConfig = {
  url: string
  headers: Record<string, string>
  protocol: (typeof PROTOCOLS)[number]
  attributes: Record<string, string>
  ratio: number
  followsCaller: boolean
}

/**
 * Reads the settings of tracing; undefined if none names an endpoint, which turns it off. Adds a line to `problems` for each invalid one.
 * Source: OpenTelemetry specification, "OTLP Exporter Configuration" and "General SDK Configuration".
 */
export function readTracing(env: TracingEnv, problems: string[]): TracingConfig | undefined {
  const url = readUrl(env, problems)
  const protocol = readWord(env, 'OTEL_EXPORTER_OTLP_PROTOCOL', PROTOCOLS, problems)
  const sampler = readWord(env, 'OTEL_TRACES_SAMPLER', SAMPLERS, problems)
  const share = env.OTEL_TRACES_SAMPLER_ARG
  const ratio = share !== undefined && /^\d*\.?\d+$/.test(share) ? Number(share) : Number.NaN
  if (share !== undefined && !(ratio <= 1))
    problems.push('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.05.')
  const read = (name: 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_RESOURCE_ATTRIBUTES') => {
    const pairs = readPairs(env[name] ?? '')
    if (!pairs) problems.push(`${name} must be names and values, such as a=1,b=2.`)
    return pairs ?? {}
  }
  const headers = read('OTEL_EXPORTER_OTLP_HEADERS')
  const attributes = read('OTEL_RESOURCE_ATTRIBUTES')
  if (url === undefined) return undefined
  return {
    url,
    headers,
    protocol,
    attributes: {
      ...attributes,
      'service.name': env.OTEL_SERVICE_NAME ?? attributes['service.name'] ?? 'parley',
    },
    ratio: sampler.endsWith('always_off')
      ? 0
      : sampler.endsWith('ratio')
        ? share === undefined
          ? 1
          : ratio
        : 1,
    followsCaller: sampler.startsWith('parentbased'),
  }
}

function readUrl(env: TracingEnv, problems: string[]): string | undefined {
  for (const name of [
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
  ] as const) {
    const text = env[name]
    if (text === undefined) continue
    if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
      problems.push(`${name} must be an http:// or https:// URL.`)
      return undefined
    }
    return name.includes('TRACES') ? text : `${text.replace(/\/+$/, '')}/v1/traces`
  }
  return undefined
}

function readWord<T extends string>(
  env: TracingEnv,
  name: keyof TracingEnv,
  words: readonly [T, ...T[]],
  problems: string[],
): T {
  const text = env[name] ?? words[0]
  const word = words.find((each) => each === text)
  if (!word)
    problems.push(`${name} must be one of ${words.join(', ')}, not "${text.slice(0, 60)}".`)
  return word ?? words[0]
}

/** Reads `name=value` pairs, separated by commas and percent-encoded. Source: W3C Baggage. */
function readPairs(text: string): Record<string, string> | undefined {
  const pairs: Record<string, string> = {}
  for (const part of text.split(',')) {
    if (part.trim() === '') continue
    const place = part.indexOf('=')
    if (place < 1) return undefined
    try {
      pairs[part.slice(0, place).trim()] = decodeURIComponent(part.slice(place + 1).trim())
    } catch {
      return undefined
    }
  }
  return pairs
}
