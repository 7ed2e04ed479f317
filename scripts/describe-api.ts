import { createApi } from '#api.ts'
import { toConfig } from '#config.ts'
import { createDb, createPool } from '#db/pool.ts'
import { systemClock } from '#lib/clock.ts'
import { createLog } from '#lib/log.ts'

/** The folder of the descriptions, from the repository's root. */
export const DESCRIPTIONS = 'docs/openapi'

/** The files of that folder that are generated, and the routes that serve them. */
const FILES = { 'api.yaml': '/openapi.yaml', 'sessions.yaml': '/openapi-sessions.yaml' }

/**
 * Returns the API descriptions that a server with the default settings serves, by the name of their file. Needs no
 * database.
 */
export async function describeApi(): Promise<Record<string, string>> {
  const config = toConfig({ SECRET_KEY: '0'.repeat(64) } as Parameters<typeof toConfig>[0])
  const url = 'postgres://localhost:1/none'
  const db = createDb(createPool({ url, max: 1, name: 'description', onError: () => undefined }))
  const none = () => undefined
  const context = {
    db,
    directory: db,
    config,
    log: createLog('silent'),
    clock: systemClock,
    wake: none,
    announce: none,
  }
  const app = await createApi(context)
  try {
    await app.ready()
    const texts: Record<string, string> = {}
    for (const [name, path] of Object.entries(FILES)) {
      const response = await app.inject(path)
      if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`)
      texts[name] = response.body
    }
    return texts
  } finally {
    await app.close()
    await db.destroy()
  }
}
