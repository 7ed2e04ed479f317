import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Client } from '#db/pool.ts'
import { openClient } from '#db/pool.ts'
import { newId } from '#lib/ids.ts'
import { createTestDatabase } from '#test/context.ts'
import { openTempDir } from '#test/processes.ts'
import { waitFor } from '#test/wait-for.ts'
import { compareBackup } from './compare-backup.ts'
import { createBackup } from './create-backup.ts'
import { fileAt } from './create-folder-place.ts'
import { openSources } from './open-sources.ts'
import { checkBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const folder = await openTempDir()

async function openDatabase(): Promise<{ url: string; client: Client }> {
  const database = await createTestDatabase()
  const client = await openClient(database.url, 'parley test')
  after(async () => {
    await client.end()
    await database.drop()
  })
  return { url: database.url, client }
}

/** Adds two pending deliveries with their events, and detaches the partition of one of them, as a drop does that is killed then. */
async function leaveDetached({ client }: { client: Client }): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'webhook_deliveries'::regclass and relname <> 'webhook_deliveries_first'`,
  )
  const suffix = rows[0]!.name.slice('webhook_deliveries'.length)
  const workspace = newId()
  for (const [position, version] of ['0', 'f'].entries())
    await client.query(
      `with event as (
        insert into events (workspace_id, id, position, type, created_at, body)
        values ($1, $2, $3, 'ticket.created', now(), '{}') returning *
      ), delivery as (
        insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, position, next_attempt_at, created_at)
        select workspace_id, id, gen_random_uuid(), id, type, position, created_at, created_at from event returning *
      )
      insert into webhook_attempts (workspace_id, delivery_id, number, started_at, duration_ms, request_headers)
      select workspace_id, id, 1, created_at, 5, '{}' from delivery`,
      [workspace, `${version.repeat(8)}-0000-7000-8000-000000000000`, position],
    )
  for (const table of ['events', 'webhook_deliveries', 'webhook_attempts'])
    await client.query(`alter table ${table} detach partition ${table}${suffix}`)
  return suffix
}

const COUNTS = `select (select count(*) from events)::int as events,
  (select count(*) from webhook_deliveries where status = 'pending')::int as pending,
  (select count(*) from webhook_attempts)::int as attempts`

for (const follows of [true, false])
  test(`rows of a partition that is detached are restored, ${follows ? 'with' : 'without'} what is written meanwhile`, async () => {
    const source = await openDatabase()
    const suffix = await leaveDetached(source)
    // Migrations that were applied since: one dropped a column, and one added another.
    await source.client.query(`alter table events${suffix} add column dropped text default 'y'`)
    await source.client.query(`alter table events add column later text default E'x\\té'`)
    assert.deepEqual((await source.client.query(COUNTS)).rows, [
      { events: 1, pending: 1, attempts: 1 },
    ])
    const file = fileAt(join(folder, `${follows}.backup`))
    const options = { secret: undefined, isEmbedded: false, release: '1.2.3', follows }
    await createBackup({ ...options, file, servers: [{ shard: 'main', url: source.url }] })
    const { manifest } = await checkBackup(file, undefined)
    const target = await openDatabase()
    await target.client.query(`alter table events add column later text default E'x\\té'`)
    const servers = [{ shard: 'main', url: target.url }]
    const restored = await restoreBackup({ file, secret: undefined, manifest, servers })
    assert.deepEqual(restored.skipped, [])
    assert.deepEqual((await target.client.query(COUNTS)).rows, [
      { events: 2, pending: 2, attempts: 2 },
    ])
    const names = ['events', 'webhook_deliveries', 'webhook_attempts'].map(
      (table) => table + suffix,
    )
    const { rows } = await target.client.query(
      `select bool_and(relispartition) as "areAttached" from pg_class where relname = any ($1)`,
      [names],
    )
    assert.deepEqual(rows, [{ areAttached: true }])
    const differences = async (on: typeof servers) =>
      (await compareBackup({ file, secret: undefined, servers: on })).map(({ table }) => table)
    // The partition of `events` lacks the column that its table got later, and has one that its table lost.
    assert.deepEqual(await differences(servers), [])
    assert.deepEqual(await differences([{ shard: 'main', url: source.url }]), [])
    await target.client.query('delete from webhook_attempts')
    await target.client.query(`update events set later = 'y' where position = 1`)
    assert.deepEqual(await differences(servers), ['events', 'webhook_attempts'])
  })

test('a backup that begins while a partition is dropped does not fail', async () => {
  const source = await openDatabase()
  const suffix = await leaveDetached(source)
  const { rows } = await source.client.query<{ oid: number }>(
    `select 'events${suffix}'::regclass::oid as oid`,
  )
  await source.client.query('begin')
  await source.client.query(`drop table events${suffix}`)
  const opening = openSources({ servers: [{ shard: 'main', url: source.url }], follows: false })
  await waitFor(async () => {
    const waiting = await source.client.query(
      'select from pg_locks where relation = $1 and not granted',
      [rows[0]!.oid],
    )
    return waiting.rows.length > 0
  })
  await source.client.query('commit')
  const { list, close } = await opening
  assert.ok(list[0]!.followed.has('events'))
  assert.ok(!list[0]!.followed.has(`events${suffix}`))
  await close()
})
