import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Context } from '#context.ts'
import { createApp } from './app.ts'
import type { App } from './app.ts'
import { addHealthRoutes } from './health.ts'
import { listen } from './listen.ts'

/** The metrics of this process, with Prometheus names and units. */
export type Metrics = { registry: Registry; requests: Histogram<'method' | 'route' | 'status'> }

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
  return { registry, requests }
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

/** Serves /metrics and the health routes on a separate port, for any kind of process. */
export async function startMetrics(
  context: Context,
  metrics: Metrics,
  port: number,
): Promise<{ url: string; close: () => Promise<void> }> {
  const app = createApp({ log: context.log, bodyBytesMax: 1024 })
  addHealthRoutes(app, context)
  const config = { permission: { open: 'the port is for operators only' } } as const
  app.get('/metrics', { config }, async (_request, reply) =>
    reply
      .type(metrics.registry.contentType)
      .serializer((text: unknown) => text as string)
      .send(await metrics.registry.metrics()),
  )
  return listen(app, { host: context.config.host, port, variable: 'METRICS_PORT' })
}
