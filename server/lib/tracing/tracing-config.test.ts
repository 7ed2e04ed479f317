import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEnv, toConfig } from '../settings/config.ts'

const read = (env: Record<string, string>) => toConfig(readEnv(env)).tracing
const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }

test('tracing is off without an endpoint', () => {
  assert.equal(read({}), undefined)
  assert.equal(read({ OTEL_TRACES_SAMPLER_ARG: '0.5', OTEL_SERVICE_NAME: 'shop' }), undefined)
})

test('an endpoint turns tracing on, with the defaults of OpenTelemetry', () => {
  assert.deepEqual(read(ENDPOINT), {
    url: 'http://collector:4318/v1/traces',
    headers: {},
    protocol: 'http/protobuf',
    attributes: { 'service.name': 'parley' },
    ratio: 1,
    followsCaller: true,
  })
})

test('the settings of OpenTelemetry are read', () => {
  const made = read({
    ...ENDPOINT,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/otlp?a=b',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x%3D, x-tenant=shop',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=prod,service.name=ignored',
    OTEL_SERVICE_NAME: 'support',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '.25',
  })
  assert.deepEqual(made, {
    url: 'https://traces.example.com/otlp?a=b',
    headers: { authorization: 'Bearer x=', 'x-tenant': 'shop' },
    protocol: 'http/json',
    attributes: { 'deployment.environment.name': 'prod', 'service.name': 'support' },
    ratio: 0.25,
    followsCaller: false,
  })
  const ratioOf = (sampler: string) =>
    read({ ...ENDPOINT, OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: '0.5' })!.ratio
  assert.deepEqual(
    ['parentbased_traceidratio', 'always_on', 'parentbased_always_off'].map(ratioOf),
    [0.5, 1, 0],
  )
})

test('an invalid setting is named, without a value that may be secret', () => {
  const problem = (env: Record<string, string>, pattern: RegExp) =>
    assert.throws(() => read({ ...ENDPOINT, ...env }), pattern)
  problem(
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    /^ConfigError: OTEL_EXPORTER_OTLP_ENDPOINT must be/,
  )
  problem(
    { OTEL_EXPORTER_OTLP_HEADERS: 's3cret' },
    /^ConfigError: OTEL_EXPORTER_OTLP_HEADERS must be names and values, such as a=1,b=2\.$/,
  )
  problem({ OTEL_EXPORTER_OTLP_HEADERS: 'a=%zz' }, /OTEL_EXPORTER_OTLP_HEADERS/)
  problem({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /one of http\/protobuf, http\/json, not "grpc"/)
  problem({ OTEL_TRACES_SAMPLER: 'half' }, /OTEL_TRACES_SAMPLER must be one of/)
  for (const share of ['2', '-1', 'all', '1e-1'])
    problem({ OTEL_TRACES_SAMPLER_ARG: share }, /OTEL_TRACES_SAMPLER_ARG must be a number/)
})
