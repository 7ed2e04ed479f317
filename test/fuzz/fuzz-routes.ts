import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { App } from '#http/app.ts'
import type { Schema } from './generate.ts'

/** A route with the schemas that it validates with. */
export type FuzzRoute = {
  app: 'api' | 'ingest'
  method: string
  url: string
  body?: Schema
  querystring?: Schema
  isUpload: boolean
}

type Initialized = { fastify: App }
type Declared = {
  method: string | string[]
  url: string
  schema?: { body?: Schema; querystring?: Schema; consumes?: readonly string[] }
}

/** Runs `create`, which creates a server, and returns it with every route that it declares. */
export async function withRoutes(
  name: FuzzRoute['app'],
  create: () => App | Promise<App>,
): Promise<{ app: App; routes: FuzzRoute[] }> {
  const routes: FuzzRoute[] = []
  // Fastify announces each instance before it gets its routes. Source: its documentation, "Hooks, Diagnostics Channel".
  const onInit = (message: unknown) => {
    ;(message as Initialized).fastify.addHook('onRoute', (route) => {
      const { method, url, schema } = route as Declared
      for (const each of [method].flat()) {
        if (each === 'HEAD' || each === 'OPTIONS') continue
        routes.push({
          app: name,
          method: each,
          url,
          ...(schema?.body && { body: schema.body }),
          ...(schema?.querystring && { querystring: schema.querystring }),
          isUpload: schema?.consumes?.includes('multipart/form-data') ?? false,
        })
      }
    })
  }
  subscribe('fastify.initialization', onInit)
  try {
    const app = await create()
    await app.ready()
    return { app, routes }
  } finally {
    unsubscribe('fastify.initialization', onInit)
  }
}
