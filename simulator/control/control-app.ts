import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'

/** Fastify with the control routes, whose schemas type their bodies and queries. */
export type ControlApp = ReturnType<typeof toControlApp>

/** Returns `app` with its routes typed by their schemas. */
export function toControlApp(app: FastifyInstance) {
  return app.withTypeProvider<TypeBoxTypeProvider>()
}
