import type { FastifyInstance } from 'fastify'
import { clearState } from '../state.ts'
import type { SimulatorState } from '../state.ts'
import { toControlApp } from './control-app.ts'
import { guardBrowsers } from './guard.ts'
import { handoverRoutes } from './handover-routes.ts'
import { inboundRoutes } from './inbound-routes.ts'
import { logRoutes } from './log-routes.ts'
import { pageRoutes } from './page.ts'
import { shopRoutes } from './shop-routes.ts'
import { peopleRoutes } from './people-routes.ts'
import { ruleRoutes } from './rule-routes.ts'
import { streamRoutes } from './stream.ts'
import { threadRoutes } from './thread-routes.ts'

/** Adds the page, the health routes and the control routes under `/sim`. */
export function controlRoutes(app: FastifyInstance, state: SimulatorState): void {
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async () => ({ status: 'ready' }))

  void app.register(async (plain) => {
    const sim = toControlApp(plain)
    guardBrowsers(sim, state.config.host)
    // With this parser, a page in a browser could post plain text here without a preflight request.
    sim.removeContentTypeParser('text/plain')
    sim.addHook('preHandler', async (request, reply) => {
      if (request.method === 'POST' && !state.deliverer.hasRoom()) {
        return reply
          .code(503)
          .send({ message: 'Too many webhooks wait; DELETE /sim/state drops them.' })
      }
    })
    pageRoutes(sim, state)
    shopRoutes(sim, state)
    inboundRoutes(sim, state)
    handoverRoutes(sim, state)
    logRoutes(sim, state)
    peopleRoutes(sim, state)
    threadRoutes(sim, state)
    ruleRoutes(sim, state)
    streamRoutes(sim, state)

    sim.delete('/sim/state', async (_request, reply) => {
      clearState(state)
      return reply.code(204).send()
    })
  })
}
