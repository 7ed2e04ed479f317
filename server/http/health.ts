import { sql } from 'kysely'
import type { Context } from '#context.ts'
import { listMigrations } from '#db/migrate.ts'
import { hasSecretKeys } from '#db/secret-keys.ts'
import type { App } from './app.ts'

/**
 * Adds the health routes of a listening process: live while it runs, ready while the database is reachable, migrated,
 * and its secrets can be decrypted.
 */
export function addHealthRoutes(app: App, context: Pick<Context, 'db' | 'config'>): void {
  const config = { permission: { open: 'called by load balancers and supervisors' } } as const
  app.get('/health/live', { config, schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/health/ready', { config, schema: { hide: true } }, async (_request, reply) => {
    const problem = await findProblem(context)
    return problem
      ? reply.code(503).header('retry-after', '1').send({ status: 'unavailable', problem })
      : { status: 'ok' }
  })
}

async function findProblem(context: Pick<Context, 'db' | 'config'>): Promise<string | undefined> {
  try {
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(context.db)
    const applied = new Set(rows.map((row) => row.name))
    const known = await listMigrations()
    if (!known.every((name) => applied.has(name))) return 'migrations are pending'
    return (await hasSecretKeys(context))
      ? undefined
      : 'SECRET_KEY does not decrypt the secrets in the database'
  } catch {
    return 'the database is unavailable'
  }
}
