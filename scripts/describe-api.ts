import { createApi } from '#api.ts'
import { toConfig } from '#config.ts'
import { createDb, createPool } from '#db/pool.ts'
import { systemClock } from '#lib/clock.ts'
import { createLog } from '#lib/log.ts'
import { parse } from 'yaml'
import { writeErrorCatalogue, writeEventCatalogue } from './write-catalogues.ts'

/** The description for API keys, from the repository's root. */
export const KEY_DESCRIPTION = 'docs/openapi/api.yaml'

/** The files of descriptions, and the routes that serve them. */
const FILES = {
  [KEY_DESCRIPTION]: '/openapi.yaml',
  'docs/openapi/sessions.yaml': '/openapi-sessions.yaml',
}

/**
 * Returns the API descriptions that a server with the default settings serves, and the catalogues of events and errors,
 * by the path of their file. Needs no database.
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
    texts['docs/events.md'] = writeEventCatalogue()
    texts['docs/errors.md'] = writeErrorCatalogue(parse(texts[KEY_DESCRIPTION]!) as object)
    return texts
  } finally {
    await app.close()
    await db.destroy()
  }
}
