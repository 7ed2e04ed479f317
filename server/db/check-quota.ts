import { sql } from 'kysely'
import type { QuotaName } from '#lib/settings/config.ts'
import type { Scope } from './context.ts'
import { AppError } from '#lib/errors.ts'

/** The resources with a quota, each with its name and advice for the error message. */
const LIMITED = {
  endpoints: 'webhook endpoints. Delete one first.',
  keys: 'API keys. Revoke one first.',
  forms: 'forms. Delete one first.',
} as const satisfies Partial<Record<QuotaName, string>>

/**
 * Checks that the workspace can have one more of something, of which `count` returns the number. Other transactions that
 * check the same wait for the end of this one. The product itself, which includes the command line, has no quotas.
 *
 * @throws {AppError} quota_exceeded
 */
export async function checkQuota(
  tx: Scope,
  name: keyof typeof LIMITED,
  count: () => Promise<number>,
): Promise<void> {
  if (tx.actor.type === 'system') return
  const max = tx.config.quotas[name]
  const lock = `quota of ${name} ${tx.workspaceId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(
    name === 'endpoints' ? tx.db : tx.directory,
  )
  if ((await count()) < max) return
  throw new AppError('quota_exceeded', `The workspace can have ${max} ${LIMITED[name]}`)
}
