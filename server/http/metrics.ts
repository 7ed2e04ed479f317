import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Context } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import { isLoopback } from '#lib/is-loopback.ts'
import { createApp } from './app.ts'
import type { App } from './app.ts'
import { addHealthRoutes } from './health.ts'
import { listen } from './listen.ts'
import { createReadiness } from './readiness.ts'
import type { Readiness } from './readiness.ts'

/** The metrics of this process, with Prometheus names and units. */
export type Metrics = {
  registry: Registry
  requests: Histogram<'method' | 'route' | 'status'>
  notLogged: Counter
}

/** Creates the metrics of a process: Node's own, and those of HTTP requests. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the start of the request to the end of the response.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const notLogged = new Counter({
    name: 'request_log_dropped_total',
    help: 'Requests of API keys that were not written to the request log.',
    registers: [registry],
  })
  return { registry, requests, notLogged }
}

/** Counts and times the requests to `app`, by route. */
export function addRequestMetrics(app: App, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.requests.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: String(reply.statusCode),
      },
      reply.elapsedTime / 1000,
    )
    done()
  })
}

/** Options of the metrics port. Without `readiness` it creates its own. */
type MetricsOptions = { metrics: Metrics; readiness?: Readiness }

/** Serves /metrics and the health routes on a separate port, for any kind of process. */
export async function startMetrics(
  context: Context,
  options: MetricsOptions,
  port: number,
): Promise<{ url: string; close: () => Promise<void> }> {
  return listen(createMetricsApp(context, options), {
    host: context.config.host,
    port,
    variable: 'METRICS_PORT',
  })
}

/** Creates the server of `startMetrics`. /metrics requires METRICS_TOKEN, or a caller on this machine. */
export function createMetricsApp(context: Context, { metrics, readiness }: MetricsOptions): App {
  const app = createApp({ log: context.log, bodyBytesMax: 1024 })
  const health = readiness ?? createReadiness(context)
  addHealthRoutes(app, health)
  if (context.shards) addShardMetrics(metrics, health)
  const config = { permission: { open: 'the route checks the token of operators' } } as const
  app.get('/metrics', { config }, async (request, reply) => {
    checkMetricsCaller(request, context.config.metricsToken)
    return reply
      .type(metrics.registry.contentType)
      .serializer((text: unknown) => text as string)
      .send(await metrics.registry.metrics())
  })
  return app
}

/** Adds which shards can be used, checked when the metrics are read. */
function addShardMetrics({ registry }: Metrics, readiness: Readiness): void {
  const gauge = new Gauge({
    name: 'database_shard_up',
    help: 'Whether the server of the shard is migrated and can be read and written (1), or not (0).',
    labelNames: ['shard'] as const,
    registers: [registry],
    async collect() {
      const { shards } = await readiness.check()
      for (const { shard, failed } of shards)
        gauge.set({ shard }, failed && failed.check !== 'lanes' ? 0 : 1)
    },
  })
}

function checkMetricsCaller({ headers, ip }: FastifyRequest, token: string | undefined): void {
  if (token === undefined ? isLoopback(ip) : isEqual(headers.authorization, `Bearer ${token}`))
    return
  throw new AppError(
    'unauthenticated',
    'Set METRICS_TOKEN and send it as Authorization: Bearer <token>. Without METRICS_TOKEN, only this machine can read the metrics.',
    { headers: { 'www-authenticate': 'Bearer' } },
  )
}

/** Compares in a time that does not depend on where the texts differ. */
function isEqual(given: string | undefined, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given ?? '', 'buffer'), hash('sha256', expected, 'buffer'))
}
