import type { AddressInfo } from 'node:net'
import fastify, { LogController } from 'fastify'
import { isRealHost, mistakeOfWebhookUrl } from './config.ts'
import type { SimulatorConfig } from './config.ts'
import { controlRoutes } from './control/routes.ts'
import { GraphError } from './graph/errors.ts'
import { graphRoutes } from './graph/routes.ts'
import { receiverRoutes } from './receiver/receiver-routes.ts'
import { createState } from './state.ts'

/** A simulator that listens; `close` also cancels the webhooks that still wait. */
export interface RunningSimulator {
  url: string
  port: number
  close(): Promise<void>
}

/**
 * Starts a simulator and gives its address once it listens; port 0 takes a free one.
 * Throws when told to stand in for the real platform or to call it.
 */
export async function startSimulator(config: SimulatorConfig): Promise<RunningSimulator> {
  const mistake = mistakeOfWebhookUrl(config.webhookUrl)
  if (mistake) throw new Error(mistake)
  if (isRealHost(config.host))
    throw new Error(`HOST is a host of the real platform: ${config.host}.`)

  const state = createState(config)
  const app = fastify({
    logger: { level: config.logLevel, name: 'simulator' },
    // Paths and bodies hold phone numbers; the control routes show what happened.
    logController: new LogController({ disableRequestLogging: true }),
    // A message id is longer than the default allows for a part of the path.
    routerOptions: { maxParamLength: 1024 },
    // An unknown word in a control request is a typo, not to be passed over.
    ajv: { customOptions: { removeAdditional: false } },
  })
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof GraphError) && (error.statusCode ?? 500) >= 500) request.log.error(error)
  })
  controlRoutes(app, state)
  receiverRoutes(app, state)
  graphRoutes(app, state)
  // Before the server closes, so that no request waits for a webhook that will not be tried.
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
