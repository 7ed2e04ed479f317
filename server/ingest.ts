/**
 * The ingest server, to which platforms and forms deliver. Everything is stored before the response is sent.
 */
import type { Context } from './db/context.ts'
import { addRatingPage } from './csat/page/routes.ts'
import { addFormRoutes } from './inbound/forms/routes.ts'
import { createApp } from './http/app.ts'
import type { App } from './http/app.ts'
import { addHealthRoutes } from './http/add-health-routes.ts'
import { addIconRoute } from './http/add-icon-route.ts'
import { listen } from './http/listen.ts'
import { createReadiness } from './http/readiness.ts'
import type { Readiness } from './http/readiness.ts'
import { addAccessLog } from './http/add-access-log.ts'
import { addRequestMetrics } from './http/start-metrics.ts'
import { startReportingUptime } from './inbound/ingest/start-reporting-uptime.ts'
import { addIngestRoutes } from './inbound/ingest/routes.ts'
import { addVisitorRoutes } from './web-chats/visitors/routes.ts'
import { addWidgetRoute } from './web-chats/widget/routes.ts'

/** The largest request body of any of its routes, in bytes. */
const BODY_BYTES_MAX = 4 * 1024 * 1024

/** Options of the ingest server. Without `readiness` it creates its own. */
type IngestOptions = { readiness?: Readiness }

/** Creates the ingest server with all routes. It does not listen yet. */
export function createIngest(context: Context, options: IngestOptions = {}): App {
  const { readiness = createReadiness(context) } = options
  const { log, config } = context
  const app = createApp({
    log,
    bodyBytesMax: BODY_BYTES_MAX,
    trustedProxies: config.trustedProxies,
    publicUrl: config.ingestUrl,
    isStopping: readiness.isStopping,
  })
  addRequestMetrics(app)
  if (config.accessLog) addAccessLog(app, log)
  addHealthRoutes(app, readiness)
  addFormRoutes(app, context)
  addIngestRoutes(app, context)
  addVisitorRoutes(app, context)
  addWidgetRoute(app, context)
  addRatingPage(app, context)
  addIconRoute(app, config.webDir)
  return app
}

/** Starts the ingest server on the configured port. @throws {ListenError} */
export async function startIngest(
  context: Context,
  options: IngestOptions = {},
): Promise<{ url: string; port: number; close: () => Promise<void> }> {
  const { host, ingestPort } = context.config
  const listening = await listen(createIngest(context, options), {
    host,
    port: ingestPort,
    variable: 'INGEST_PORT',
  })
  const stopReporting = startReportingUptime(context)
  return {
    ...listening,
    async close() {
      await stopReporting()
      await listening.close()
    },
  }
}
