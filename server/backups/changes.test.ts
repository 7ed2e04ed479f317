import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Client } from '#db/pool.ts'
import { openClient } from '#db/pool.ts'
import { newId } from '#lib/ids.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { createLocalMediaStorage } from '#media/create-local-media-storage.ts'
import { DROP_RULES } from '#test/any-row.ts'
import { createTestDatabase } from '#test/context.ts'
import { openTempDir } from '#test/processes.ts'
import { waitFor } from '#test/wait-for.ts'
import type { BackupFile } from './backup-place.ts'
import { openChangeLog } from './change-log.ts'
import { checkTarget } from './check-target.ts'
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
  await client.query(DROP_RULES)
  after(async () => {
    await client.end()
    await database.drop()
  })
  return { url: database.url, client }
}

/** Returns a file that calls `onWrite` before each piece that is written, and waits for it. */
function watchedFile(name: string, onWrite: () => Promise<void>): BackupFile {
  const { place } = fileAt(join(folder, name))
  return {
    name,
    place: {
      ...place,
      async create(given) {
        const sink = await place.create(given)
        return {
          ...sink,
          async append(bytes) {
            await onWrite()
            await sink.append(bytes)
          },
        }
      },
    },
  }
}

const source = await openDatabase()
const servers = [{ shard: 'main', url: source.url }]
const given = { secret: undefined, servers, isEmbedded: false, release: '1.2.3' }

const workspace = newId()
const key = (text: string) => `sha256('${text}'::bytea)`
const addEvents = (type: string, count: number) =>
  `insert into events (workspace_id, id, position, type, created_at, body)
  select '${workspace}', gen_random_uuid(), ${count} + n, '${type}', now(), '{}' from generate_series(1, ${count}) as n`
await source.client.query(`insert into used_challenges
  select sha256(n::text::bytea), '2100-01-01' from generate_series(1, 20000) as n`)
await source.client.query(addEvents('before', 10))
// A key with characters that are written in another way.
await source.client.query(`insert into idempotency_keys
  values ('${workspace}', 'POST /', E'a\\\\b\tc\nd é', '\\x00', 201, 'before', now())`)

async function readState(client: Client): Promise<object> {
  const { rows } = await client.query(
    `select (select count(*) from events where type = 'before')::int as before,
      (select count(*) from events where type = 'during')::int as during,
      (select count(*) from events where type = 'later')::int as later,
      (select json_agg(expires_at order by hash) from used_challenges where hash < '\\x01')::text as challenges,
      (select count(*) from used_challenges)::int as count,
      (select response_body from idempotency_keys) as answer,
      (select count(*) from readiness_checks)::int as keyless`,
  )
  return rows[0]!
}

/** Returns a connection with an open transaction that added a row. */
async function beginToAdd(text: string): Promise<Client> {
  const client = await openClient(source.url, 'parley test')
  after(() => client.end())
  await client.query('begin')
  await client.query(`insert into used_challenges values (${key(text)}, 'epoch')`)
  return client
}

test('what is written while the tables are read is in the backup, in all ways of writing', async () => {
  const path = join(folder, 'written.backup')
  const files = createLocalMediaStorage(await openTempDir())
  const store = (name: string) => files.write(`${workspace}/${name}`, content(name))
  await store('old')
  await store('removed')
  let line = ''
  let late: Client | undefined
  const open: Client[] = []
  const file = watchedFile('written.backup', async () => {
    if (!line.includes('main.')) return
    if (open.length === 0) {
      late = await beginToAdd('late')
      open.push(late, await beginToAdd('open'))
      await store('new')
      await files.remove(`${workspace}/removed`)
      // More than a last round has.
      await source.client.query(
        `update used_challenges set expires_at = '2101-01-01' where hash < '\\x60'`,
      )
      await source.client.query(
        `update used_challenges set hash = ${key('renamed')} where hash = ${key('7')}`,
      )
      await source.client.query(`delete from used_challenges where hash > '\\xf0'`)
      await source.client.query(`delete from events where position = 11`)
      await source.client.query(addEvents('during', 50))
      await source.client.query(`insert into readiness_checks values ('a table without a key')`)
      await source.client.query(`update idempotency_keys set response_body = 'during'`)
    } else if (late && line.includes('round 1')) {
      await late.query('commit')
      late = undefined
      await source.client.query(addEvents('later', 5))
      await source.client.query(`delete from used_challenges where hash = ${key('renamed')}`)
      await source.client.query(`insert into used_challenges values (${key('7')}, '2102-01-01')`)
    }
  })
  const { summary } = await createBackup({
    ...given,
    file,
    storage: files,
    onProgress: (text) => (line = text),
  })
  assert.equal(late, undefined)
  assert.equal(summary.limitation, undefined)
  await open[1]!.query('rollback')
  const state = await readState(source.client)
  const wanted = { before: 9, during: 50, later: 5, answer: 'during', keyless: 1 }
  assert.deepEqual({ ...state, ...wanted }, state)
  const target = await openDatabase()
  const { manifest } = await checkBackup(fileAt(path), undefined)
  const there = [{ shard: 'main', url: target.url }]
  await checkTarget(manifest, there)
  const storage = createLocalMediaStorage(await openTempDir())
  const restored = await restoreBackup({
    file: fileAt(path),
    secret: undefined,
    manifest,
    servers: there,
    storage,
  })
  assert.equal(restored.rows, summary.rows)
  assert.deepEqual(await readState(target.client), state)
  assert.deepEqual((await listFiles(storage)).toSorted(), ['new', 'old'])
  assert.equal(restored.files, summary.files)
  for (const compared of [servers, there])
    assert.deepEqual(
      await compareBackup({ file: fileAt(path), secret: undefined, servers: compared }),
      [],
    )
  await assertNothingLeft()
})

async function* content(text: string) {
  yield Buffer.from(text)
}

async function listFiles(storage: MediaStorage): Promise<string[]> {
  const names: string[] = []
  for await (const name of storage.list()) names.push(name.split('/')[1]!)
  return names
}

/** Checks that nothing of a backup is left on the server. */
async function assertNothingLeft(): Promise<void> {
  const { rows } = await source.client.query(
    `select slot_name::text from pg_replication_slots where database = current_database()
    union all select pubname::text from pg_publication`,
  )
  assert.deepEqual(rows, [])
}

test('a backup fails when PostgreSQL keeps more of its log than is allowed, and leaves nothing', async () => {
  const file = fileAt(join(folder, 'full.backup'))
  await assert.rejects(
    createBackup({ ...given, file, walMaxBytes: () => 1 }),
    /keeps \d+ MB of its log for the backup, and more than 0 MB are not allowed/,
  )
  await assertNothingLeft()
})

test('a reading of more changes than are held in memory at once has all of them', async () => {
  const watch = await openClient(source.url, 'parley test')
  after(() => watch.end())
  const table = { name: 'used_challenges', key: ['hash'] }
  const given = { url: source.url, watch, shard: 'main', tables: [table], pauseMs: 3_600_000 }
  const log = await openChangeLog({ ...given, batchRows: 100 })
  try {
    const { rowCount } = await source.client.query(
      `update used_challenges set expires_at = 'epoch' where hash < '\\x10'`,
    )
    await source.client.query(addEvents('unfollowed', 150))
    await source.client.query(
      `update used_challenges set expires_at = 'epoch' where hash < '\\x10'`,
    )
    await log.read()
    let keys = ''
    for await (const part of log.keysOf(table)) keys += String(part)
    assert.ok(rowCount! > 1_000)
    assert.equal(keys.split('\n').length - 1, rowCount)
  } finally {
    await log.close()
    await watch.query(`drop publication if exists ${log.publication}`)
    await source.client.query(`delete from events where type = 'unfollowed'`)
  }
})

test('PostgreSQL keeps no more of its log than is allowed, also while the place of the backup hangs', async () => {
  const watch = await openClient(source.url, 'parley test')
  after(() => watch.end())
  // Other tests write to the same log at the same time, so no number of bytes is that of this test.
  let walMaxBytes = Infinity
  const log = await openChangeLog({
    url: source.url,
    watch,
    shard: 'main',
    tables: [{ name: 'used_challenges', key: ['hash'] }],
    walMaxBytes: () => walMaxBytes,
    pauseMs: 20,
  })
  try {
    await source.client.query(
      `update used_challenges set expires_at = 'epoch' where hash < '\\x08'`,
    )
    await log.read()
    const [table] = log.tables()
    const keys = log.keysOf(table!)
    await keys.next()
    // Nobody reads on, as while a write hangs.
    await source.client.query(`select pg_logical_emit_message(false, 'test', repeat('a', 8000000))`)
    walMaxBytes = 4_000_000
    await waitFor(async () => {
      const { rows } = await source.client.query(
        'select from pg_replication_slots where slot_name = $1',
        [log.publication],
      )
      return rows.length === 0
    })
    assert.throws(() => log.check(), /keeps \d+ MB of its log/)
    await keys.return()
    await assert.rejects(log.read(), /keeps \d+ MB of its log/)
  } finally {
    await log.close()
    await watch.query(`drop publication if exists ${log.publication}`)
  }
  await assertNothingLeft()
})

test('a backup fails when the schema is changed while it is written', async () => {
  let isReading = false
  let isChanged = false
  const file = watchedFile('changed.backup', async () => {
    if (isChanged || !isReading) return
    isChanged = true
    await source.client.query(`insert into migrations values ('9999-later.sql', '00')`)
  })
  await assert.rejects(
    createBackup({ ...given, file, onProgress: () => (isReading = true) }),
    /schema or SECRET_KEY was changed/,
  )
  await source.client.query(`delete from migrations where name = '9999-later.sql'`)
  await assertNothingLeft()
})

test('without the right to follow changes, a backup has the rows of its beginning, and says so', async () => {
  const role = `reader_${newId().replaceAll('-', '')}`
  await source.client.query(`create role ${role} login password 'x' in role pg_read_all_data`)
  after(() => source.client.query(`drop role ${role}`))
  const url = new URL(source.url)
  url.username = role
  url.password = 'x'
  // If only one of several servers can be followed, nothing is left on it.
  const limited = { shard: 'limited', url: url.href }
  const opened = await openSources({ servers: [...servers, limited], follows: true })
  assert.match(opened.limitation!, /the role of the server "limited" may not use/)
  await opened.close()
  await assertNothingLeft()
  const file = fileAt(join(folder, 'limited.backup'))
  const { summary } = await createBackup({
    ...given,
    servers: [{ shard: 'main', url: url.href }],
    file,
  })
  assert.match(summary.limitation!, /the role of the server "main" may not use replication slots/)
  const checked = await checkBackup(file, undefined)
  assert.equal(checked.summary.limitation, summary.limitation)
  assert.equal(checked.summary.completeUntil, summary.completeUntil)
  assert.deepEqual(await compareBackup({ file, secret: undefined, servers }), [])
  await assertNothingLeft()
})
