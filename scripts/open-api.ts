import { createApi } from '#api.ts'
import { toConfig } from '#lib/settings/config.ts'
import { createDb, createPool } from '#db/pool.ts'
import type { App } from '#http/app.ts'
import { systemClock } from '#lib/clock.ts'
import { createLog } from '#lib/create-log.ts'

/** Calls `use` with the API of a server with the default settings, and closes it. Needs no database. */
export async function openApi<T>(use: (app: App) => T | Promise<T>): Promise<T> {
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
    return await use(app)
  } finally {
    await app.close()
    await db.destroy()
  }
}
