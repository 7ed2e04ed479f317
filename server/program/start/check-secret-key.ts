import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { databaseOf } from '#db/database-of.ts'
import { hasSecretKeys } from '#db/instance/has-secret-keys.ts'
import { decrypt, keyIdOf, keyRingOf, UnreadableSecretError } from '#lib/encrypt.ts'
import { GLOBAL_SECRET_COLUMNS, SECRET_COLUMNS } from './secret-columns.ts'
import { StartError } from './start-error.ts'

/** Explains that `SECRET_KEY` is another key than the one of the stored secrets, and what to do. */
export const WRONG_KEY =
  'SECRET_KEY does not decrypt the secrets in the database. Set the key that encrypted them, or add it to SECRET_KEY_PREVIOUS. If it is lost, run "secrets reencrypt --accept-loss".'

/**
 * Checks that the configured keys decrypt the secrets in the database, and records the current key, so that a process
 * without it is noticed.
 *
 * @throws {StartError} if they don't
 */
export async function checkSecretKey(context: Context): Promise<void> {
  const isKnown = await hasSecretKeys(context)
  if (!isKnown || !(await canReadSample(context))) throw new StartError(WRONG_KEY)
  await recordSecretKey(context)
}

/** Records the current key as one that encrypts secrets in the database. */
export async function recordSecretKey(context: Context): Promise<void> {
  const { current } = keyRingOf(context.config, 'encrypt stored secrets')
  await context.directory
    .insertInto('secret_keys')
    .values({ id: keyIdOf(current) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Returns whether the keys decrypt one of a few stored secrets, or there is none. Used before the first key is
 * recorded, when the secrets of an older version do not name their key.
 */
async function canReadSample(context: Context): Promise<boolean> {
  const recorded = await context.directory.selectFrom('secret_keys').select('id').limit(1).execute()
  if (recorded.length > 0) return true
  const ring = keyRingOf(context.config, 'read stored secrets')
  let isAnyUnreadable = false
  const isReadable = (secret: Buffer, aad: string): boolean => {
    try {
      decrypt(ring, secret, aad)
      return true
    } catch (err) {
      if (!(err instanceof UnreadableSecretError)) throw err
      isAnyUnreadable = true
      return false
    }
  }
  for (const { table, column, purpose } of SECRET_COLUMNS) {
    const { rows } = await sql<{ workspace_id: string; id: string; secret: Buffer }>`
      /* across workspaces: the key is the same for all */
      select workspace_id, id, ${sql.ref(column)} as secret from ${sql.table(table)}
      where ${sql.ref(column)} is not null limit 3`.execute(databaseOf(context, table))
    for (const row of rows)
      if (isReadable(row.secret, `${purpose}:${row.workspace_id}:${row.id}`)) return true
  }
  for (const { table, id, column, purpose } of GLOBAL_SECRET_COLUMNS) {
    const { rows } = await sql<{ id: string; secret: Buffer }>`
      select ${sql.ref(id)} as id, ${sql.ref(column)} as secret
      from ${sql.table(table)} limit 3`.execute(databaseOf(context, table))
    for (const row of rows) if (isReadable(row.secret, `${purpose}:${row.id}`)) return true
  }
  return !isAnyUnreadable
}
