import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestDatabase } from '#test/context.ts'
import { newId } from '#lib/ids.ts'
import { migrate } from './migrating/migrate.ts'
import { PARTITION_KEYS } from './partitions.ts'
import { createClient } from './pool.ts'
import { listMigrations } from './migrating/read-migrations.ts'

/** The migration before the partitions. */
const BEFORE = '0129-messages-hot.sql'

test('the tables of before become the first partitions, without a copy, while older releases write to them', async () => {
  const { url, drop } = await createTestDatabase({ template: 'template0' })
  after(drop)
  await migrate(url, { only: (await listMigrations()).filter((name) => name <= BEFORE) })
  const client = createClient(url, 'parley test')
  const writer = createClient(url, 'parley test')
  await Promise.all([client.connect(), writer.connect()])
  const workspaceId = newId()
  let position = 0
  /** Writes an event, a delivery and an attempt with the statements of a release that knows no partitions. */
  const write = async () => {
    position++
    const [id, delivery] = [newId(), newId()]
    await writer.query(
      `with event as (
        insert into events (workspace_id, id, position, type, body, created_at) values ($1, $2, $3, 'message.sent', '{}', now())
        returning *
      )
      insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, position, created_at)
      select workspace_id, $4::uuid, $2::uuid, id, type, position, created_at from event`,
      [workspaceId, id, position, delivery],
    )
    await writer.query(
      `insert into webhook_attempts (workspace_id, delivery_id, number, started_at, duration_ms, request_headers)
      values ($1, $2, 1, now(), 1, '{}') on conflict do nothing`,
      [workspaceId, delivery],
    )
    await writer.query(
      `update webhook_deliveries set status = 'succeeded', attempt_count = 1 where workspace_id = $1 and id = $2`,
      [workspaceId, delivery],
    )
  }
  /** Returns the files of the tables and of their indexes. */
  const readFiles = async (suffix: string) =>
    (
      await client.query<{ file: number }>(
        `select pg_relation_filenode(oid) as file from pg_class where oid = any (
          select unnest(array(select indexrelid from pg_index where indrelid = name::regclass) || array[name::regclass::oid])
          from unnest($1::text[]) as name) order by 1`,
        [Object.keys(PARTITION_KEYS).map((name) => `${name}${suffix}`)],
      )
    ).rows
  for (let row = 0; row < 50; row++) await write()
  const createEndpoint = () =>
    writer.query(
      `insert into webhook_endpoints (workspace_id, id, url, events, secret, created_at, updated_at)
      values ($1, $2, 'https://a.example/', '{}', '', now(), now())`,
      [workspaceId, newId()],
    )
  await createEndpoint()
  const before = await readFiles('')
  let isOver = false
  const writing = (async () => {
    while (!isOver) await write()
  })()
  await migrate(url)
  isOver = true
  await writing
  await write()
  assert.deepEqual(await readFiles('_first'), before, 'no table and no index was written anew')
  for (const table of ['events', 'webhook_deliveries', 'webhook_attempts']) {
    const { rows } = await client.query(
      `select count(*)::integer as count, min(tableoid::regclass::text) as place, max(tableoid::regclass::text) as last
      from ${table} where workspace_id = $1`,
      [workspaceId],
    )
    assert.deepEqual(rows, [{ count: position, place: `${table}_first`, last: `${table}_first` }])
  }
  // The position is unique in each partition, as it was in the table.
  await assert.rejects(
    client.query(
      `insert into events (workspace_id, id, position, type, body, created_at) values ($1, $2, 1, 'message.sent', '{}', now())`,
      [workspaceId, newId()],
    ),
    { code: '23505' },
  )
  const { rows } = await client.query(
    `select count(*)::integer as count from pg_index where not indisvalid or not indisready`,
  )
  assert.deepEqual(rows, [{ count: 0 }])
  await createEndpoint()
  const endpoints = await client.query<{ ordering: string; max_in_flight: number }>(
    'select ordering, max_in_flight from webhook_endpoints order by id',
  )
  assert.deepEqual(
    endpoints.rows,
    [
      { ordering: 'creation', max_in_flight: 1 },
      { ordering: 'subject', max_in_flight: 20 },
    ],
    'endpoints of before keep their order',
  )
  await Promise.all([client.end(), writer.end()])
})
