import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AggregatorRegistry, Gauge, Registry } from 'prom-client'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { Context } from '#db/context.ts'
import { contextsOf, shardOf } from '#db/shards.ts'
import { AppError } from '#lib/errors.ts'
import { isLoopback } from '#lib/is-loopback.ts'
import { addProcessMetrics, httpRequests, registry } from '#lib/metrics.ts'
import { createApp } from './app.ts'
import type { App } from './app.ts'
import { addHealthRoutes } from './add-health-routes.ts'
import { BUILD_VERSION } from '#lib/build-version.ts'
import { addBackupMetrics } from './add-backup-metrics.ts'
import { addInstanceMetrics } from './add-instance-metrics.ts'
import { listen } from './listen.ts'
import { createReadiness } from './readiness.ts'
import type { Readiness } from './readiness.ts'
import { sendText } from './send-text.ts'

/** Counts and times the requests to `app`, by route. */
export function addRequestMetrics(app: App): void {
  app.addHook('onResponse', (request, reply, done) => {
    httpRequests.observe(
      {
        http_request_method: request.method,
        http_route: request.routeOptions.url ?? 'unknown',
        http_response_status_code: String(reply.statusCode),
      },
      reply.elapsedTime / 1000,
    )
    done()
  })
}

/**
 * Options of the metrics port. Without `readiness` it creates its own. `readOthers` reads the metrics of processes that this one has
 * started; the answer has the sum of all.
 */
type MetricsOptions = { readiness?: Readiness; readOthers?: (() => Promise<Metrics[]>) | undefined }

type Metrics = MetricObjectWithValues<MetricValue<string>>[]

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
export function createMetricsApp(
  context: Context,
  { readiness, readOthers }: MetricsOptions = {},
): App {
  const app = createApp({ log: context.log, bodyBytesMax: 1024 })
  const health = readiness ?? createReadiness(context)
  addHealthRoutes(app, health)
  addProcessMetrics()
  const read = new Registry()
  addBuildInfo(read)
  addInstanceMetrics(context, read)
  addBackupMetrics(context, read)
  addShardMetrics(read, health)
  addDamageMetrics(context, read)
  const config = { permission: { open: 'the route checks the token of operators' } } as const
  app.get('/metrics', { config }, async (request, reply) => {
    checkMetricsCaller(request, context.config.metricsToken)
    const own = readOthers ? addUp(readOthers) : registry.metrics()
    const parts = await Promise.all([own, read.metrics()])
    return sendText(reply, registry.contentType, parts.join('\n'))
  })
  return app
}

/** Returns the metrics of this process and of others, added up. Of delays the longest counts, and of starts this process's own. */
async function addUp(readOthers: () => Promise<Metrics[]>): Promise<string> {
  const [own, others] = await Promise.all([registry.getMetricsAsJSON(), readOthers()])
  const all = [own, ...others].map((metrics) =>
    metrics.map((metric) => ({
      ...metric,
      aggregator: INSTEAD[String(metric.aggregator)] ?? metric.aggregator,
    })),
  )
  return AggregatorRegistry.aggregate(all).metrics()
}

/** How Node's own metrics are added up, which otherwise would be averages, or missing. */
const INSTEAD: Record<string, string> = { average: 'max', omit: 'first' }

/** Adds the release that runs. */
function addBuildInfo(read: Registry): void {
  new Gauge({
    name: 'parley_build_info',
    help: 'Always 1. The labels are the version of Parley and of Node.',
    labelNames: ['version', 'node'] as const,
    registers: [read],
  }).set({ version: BUILD_VERSION, node: process.version }, 1)
}

/** Adds which shards can be used, checked when the metrics are read. */
function addShardMetrics(read: Registry, readiness: Readiness): void {
  const gauge = new Gauge({
    name: 'database_shard_up',
    help: 'Whether the server of the shard is migrated and can be read and written (1), or not (0).',
    labelNames: ['shard'] as const,
    registers: [read],
    async collect() {
      const { shards } = await readiness.check()
      for (const { shard, failed } of shards)
        gauge.set({ shard }, failed && failed.check !== 'lanes' ? 0 : 1)
    },
  })
}

/** Adds how many relations this process found damaged on each shard. */
function addDamageMetrics(context: Context, read: Registry): void {
  const gauge = new Gauge({
    name: 'parley_database_damaged_relations',
    help: 'Tables and indexes that this process found damaged since its start.',
    labelNames: ['shard'] as const,
    registers: [read],
    collect() {
      for (const { context: there } of contextsOf(context))
        gauge.set({ shard: shardOf(there) }, there.damage?.count() ?? 0)
    },
  })
}

function checkMetricsCaller(
  { headers, ip: address }: FastifyRequest,
  token: string | undefined,
): void {
  if (token === undefined ? isLoopback(address) : isEqual(headers.authorization, `Bearer ${token}`))
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
