import type { AddressInfo } from 'node:net'
import fastify, { LogController } from 'fastify'
import { isRealHost, mistakeOfWebhookUrl } from './config.ts'
import type { SimulatorConfig } from './config.ts'
import { refuseForeignHosts } from './control/guard.ts'
import { controlRoutes } from './control/routes.ts'
import { GraphError } from './graph/errors.ts'
import { graphRoutes } from './graph/routes.ts'
import { receiverRoutes } from './receiver/receiver-routes.ts'
import { createState } from './state.ts'

/** A running simulator; `close` also cancels the queued webhooks. */
export interface RunningSimulator {
  url: string
  port: number
  close(): Promise<void>
}

/**
 * Starts a simulator and returns its address once it listens; port 0 takes a free one. Throws when configured to
 * replace the real platform or to call it.
 */
export async function startSimulator(config: SimulatorConfig): Promise<RunningSimulator> {
  const mistake = mistakeOfWebhookUrl(config.webhookUrl)
  if (mistake) throw new Error(mistake)
  if (isRealHost(config.host))
    throw new Error(`HOST is a host of the real platform: ${config.host}.`)

  const state = createState(config)
  const app = fastify({
    logger: { level: config.logLevel, name: 'simulator' },
    // Paths and bodies contain phone numbers; the control routes show the requests.
    logController: new LogController({ disableRequestLogging: true }),
    // A message id is longer than the default maximum of a path parameter.
    routerOptions: { maxParamLength: 1024 },
    // An unknown field of a control request is a typo and must not be ignored.
    ajv: { customOptions: { removeAdditional: false } },
  })
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof GraphError) && (error.statusCode ?? 500) >= 500) request.log.error(error)
  })
  refuseForeignHosts(app, config.host)
  controlRoutes(app, state)
  receiverRoutes(app, state)
  graphRoutes(app, state)
  // Runs before the server closes, so that no request waits for a webhook that will not be attempted.
  app.addHook('preClose', async () => {
    for (const end of state.hanging) end()
    await state.deliverer.close()
    state.clock.clear()
  })

  try {
    const url = await app.listen({ port: config.port, host: config.host })
    const { port } = app.server.address() as AddressInfo
    return { url, port, close: () => app.close() }
  } catch (error) {
    await app.close()
    throw error
  }
}
