import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Context } from '#db/context.ts'
import { databaseOf } from '#db/database-of.ts'
import { inWorkspace } from '#db/in-workspace.ts'
import {
  currentHead,
  decrypt,
  encrypt,
  keyIdOf,
  keyRingOf,
  UnreadableSecretError,
} from '#lib/encrypt.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'
import { lastOf } from '#lib/last-of.ts'
import { recordSecretKey } from '../start/check-secret-key.ts'
import { GLOBAL_SECRET_COLUMNS, SECRET_COLUMNS } from '../start/secret-columns.ts'
import type { SecretColumn } from '../start/secret-columns.ts'

/** A stored secret that none of the keys decrypts. The secrets of users, of their devices and of the installation belong to no workspace. */
type Unreadable = { table: string; workspace_id: string | null; id: string }

/** A column with secrets, of a workspace or of a table without workspaces. */
type OwnedColumn = SecretColumn & { workspaceId?: string }

/** The rows that one query reads. */
const BATCH = 200

/**
 * Encrypts every secret of the database with the current key, then forgets the other keys. A secret that changes
 * meanwhile stays as changed. Secrets that cannot be decrypted stay as they are; then other keys are forgotten only with
 * `acceptLoss`.
 */
export async function reencryptSecrets(
  context: Context,
  { acceptLoss }: { acceptLoss: boolean },
): Promise<{ count: number; unreadable: Unreadable[] }> {
  const ring = keyRingOf(context.config, 'encrypt stored secrets')
  let count = 0
  const unreadable: Unreadable[] = []
  const reseal = (place: Unreadable, stored: Buffer, aad: string): Buffer | undefined => {
    try {
      return encrypt(ring, decrypt(ring, stored, aad), aad)
    } catch (err) {
      if (!(err instanceof UnreadableSecretError)) throw err
      unreadable.push(place)
      return undefined
    }
  }
  async function resealColumn(there: Context, column: OwnedColumn): Promise<void> {
    const { table, purpose, workspaceId } = column
    const [id, secret] = [sql.ref(column.id), sql.ref(column.column)]
    for await (const row of readOutdated(there, column)) {
      const place = { table, workspace_id: workspaceId ?? null, id: row.id }
      const owner = workspaceId === undefined ? '' : `${workspaceId}:`
      const sealed = reseal(place, row.secret, `${purpose}:${owner}${row.id}`)
      if (!sealed) continue
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} set ${secret} = ${sealed}
        where ${ownedBy(workspaceId)} and ${id} = ${row.id}
          and ${secret} = ${row.secret}`.execute(databaseOf(there, table))
      count += Number(numAffectedRows ?? 0)
    }
  }
  const workspaces = await context.directory
    .selectFrom('workspaces')
    .select('id')
    .orderBy('id')
    .execute()
  // Mails about accounts belong to no workspace.
  for (const { id: workspaceId } of [{ id: NO_WORKSPACE }, ...workspaces]) {
    const there = await inWorkspace(context, workspaceId)
    for (const column of SECRET_COLUMNS) await resealColumn(there, { ...column, workspaceId })
    for await (const { route, key, response_body: body } of readOutdatedAnswers(
      there,
      workspaceId,
    )) {
      const place = { table: 'idempotency_keys', workspace_id: workspaceId, id: `${route} ${key}` }
      const aad = `idempotency_key:${workspaceId}:${route}:${key}`
      const sealed = reseal(place, Buffer.from(body, 'base64'), aad)
      if (!sealed) continue
      const { numUpdatedRows } = await there.db
        .updateTable('idempotency_keys')
        .set({ response_body: sealed.toString('base64') })
        .where('workspace_id', '=', workspaceId)
        .where('route', '=', route)
        .where('key', '=', key)
        .where('response_body', '=', body)
        .executeTakeFirst()
      count += Number(numUpdatedRows)
    }
  }
  for (const column of GLOBAL_SECRET_COLUMNS) await resealColumn(context, column)
  if (unreadable.length === 0 || acceptLoss) {
    await recordSecretKey(context)
    await context.directory
      .deleteFrom('secret_keys')
      .where('id', '<>', keyIdOf(ring.current))
      .execute()
  }
  return { count, unreadable }
}

/**
 * Reads the secrets of a column that are not encrypted with the current key, in the order of their ids: those of a
 * workspace, or of a table without workspaces.
 */
async function* readOutdated(
  context: Context,
  read: OwnedColumn,
): AsyncGenerator<{ id: string; secret: Buffer }> {
  const head = currentHead(keyRingOf(context.config, 'encrypt stored secrets'))
  const { table, workspaceId } = read
  const [id, secret] = [sql.ref(read.id), sql.ref(read.column)]
  for (let after: string | undefined; ;) {
    const { rows } = await sql<{ id: string; secret: Buffer }>`
      select ${id} as id, ${secret} as secret from ${sql.table(table)}
      where ${ownedBy(workspaceId)} and ${after === undefined ? sql`true` : sql`${id} > ${after}`}
        and substring(${secret} from 1 for ${head.length}) <> ${head}
        -- The body of a mail that was sent is empty.
        and length(${secret}) > 0
      order by ${id} limit ${BATCH}`.execute(databaseOf(context, table))
    yield* rows
    if (rows.length < BATCH) return
    after = lastOf(rows).id
  }
}

function ownedBy(workspaceId: string | undefined): RawBuilder<unknown> {
  return workspaceId === undefined ? sql`true` : sql`workspace_id = ${workspaceId}`
}

/** Reads the stored answers that are not encrypted with the current key; those in plain text have none. */
async function* readOutdatedAnswers(
  { db, config }: Context,
  workspaceId: string,
): AsyncGenerator<{ route: string; key: string; response_body: string }> {
  const head = currentHead(keyRingOf(config, 'encrypt stored secrets')).toString('base64')
  for (let after: { route: string; key: string } | undefined; ;) {
    const { rows } = await sql<{ route: string; key: string; response_body: string }>`
      select route, key, response_body from idempotency_keys
      where workspace_id = ${workspaceId}
        and ${after ? sql`(route, key) > (${after.route}, ${after.key})` : sql`true`}
        and left(response_body, ${head.length}) <> ${head} and left(response_body, 1) <> '{'
      order by route, key limit ${BATCH}`.execute(db)
    yield* rows
    if (rows.length < BATCH) return
    after = lastOf(rows)
  }
}
