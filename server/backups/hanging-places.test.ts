import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openClient } from '#db/pool.ts'
import { createLocalMediaStorage } from '#media/create-local-media-storage.ts'
import { createTestDatabase } from '#test/context.ts'
import { openTempDir } from '#test/processes.ts'
import { startTestS3Server } from '#test/s3-server.ts'
import type { BackupPlace } from './backup-place.ts'
import { createBucketPlace } from './create-bucket-place.ts'
import { createBackup } from './create-backup.ts'
import { createFolderPlace } from './create-folder-place.ts'
import { limitPlace, limitStalls } from './limit-place.ts'
import { checkBackup } from './read-backup.ts'

const MIB = 1024 * 1024
const database = await createTestDatabase()
const client = await openClient(database.url, 'parley test')
after(async () => {
  await client.end()
  await database.drop()
})
// More than fits into a part of an upload, also when it is compressed.
await client.query(`insert into used_challenges
  select sha256(n::text::bytea), '2100-01-01' from generate_series(1, 200000) as n`)

const store = await startTestS3Server()
after(() => store.close())
const { endpoint, ...keys } = store.config
/** A busy machine writes a piece in this time. */
const STALL_MS = 5_000
const never = () => new Promise<never>(() => undefined)
const folder = await openTempDir()

/** Returns a folder in which nothing more can be written once there are rows, and which does not confirm that a file was removed. */
function createHangingFolder(): BackupPlace {
  const place = createFolderPlace(folder)
  return limitPlace(
    {
      ...place,
      async create(name) {
        const sink = await place.create(name)
        return {
          append: (bytes) => (hangs() ? never() : sink.append(bytes)),
          finish: () => (hangs() ? never() : sink.finish()),
          async discard() {
            await sink.discard()
            await never()
          },
        }
      },
    },
    STALL_MS,
  )
}

/** Returns how many locks and connections a backup has on the server. */
async function countHeld(): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'parley backup'`,
  )
  return rows[0]!.count
}

const given = {
  secret: undefined,
  servers: [{ shard: 'main', url: database.url }],
  isEmbedded: false,
  release: '1.2.3',
}

let line = ''
let hung = false
const onProgress = (text: string) => void (line = text)
/** Returns whether rows have been written, after which the folder hangs. */
const hangs = () => (hung ||= line.includes('used_challenges'))

const places: [string, () => BackupPlace, RegExp][] = [
  [
    'a folder',
    () => createHangingFolder(),
    /hanging\.backup cannot be used: it has not answered for/,
  ],
  [
    'a bucket',
    () => {
      const bucket = createBucketPlace(endpoint, keys, { partBytes: 5 * MIB, stallMs: STALL_MS })
      return {
        ...bucket,
        async create(name) {
          const sink = await bucket.create(name)
          store.hang()
          hung = true
          return sink
        },
      }
    },
    /hanging\.backup cannot be used: it has not answered for/,
  ],
]

for (const [name, open, message] of places)
  test(`a backup to ${name} that takes no bytes fails, and keeps no locks, no snapshots and no log`, async () => {
    line = ''
    hung = false
    const place = open()
    const file = { place, name: 'hanging.backup' }
    await assert.rejects(createBackup({ ...given, file, onProgress }), {
      name: 'StalledError',
      message,
    })
    assert.ok(hung)
    assert.equal(await countHeld(), 0)
    const { rows } = await client.query(
      `select slot_name::text from pg_replication_slots where database = current_database()
      union all select pubname::text from pg_publication`,
    )
    assert.deepEqual(rows, [])
    await client.query(
      'begin; lock table used_challenges in access exclusive mode nowait; rollback',
    )
    assert.deepEqual([...store.objects.keys()], [])
  })

test('a place that hangs while it is listed, read or emptied is an error', async () => {
  const hanging = limitPlace(
    {
      describe: (name) => `/backups/${name}`,
      list: never,
      create: never,
      open: async () => ({ size: 1_000, read: never, close: never }),
      remove: never,
      removeUnfinished: never,
    },
    20,
  )
  const file = { place: hanging, name: 'a.backup' }
  for (const asking of [
    () => hanging.list(),
    () => hanging.remove('a.backup'),
    () => hanging.removeUnfinished(),
    () => checkBackup(file, undefined),
    () => createBackup({ ...given, file }),
  ])
    await assert.rejects(asking(), { name: 'StalledError' })
})

test('a storage of files that hangs ends the backup', async () => {
  const storage = createLocalMediaStorage(await openTempDir())
  async function* list() {
    yield 'a'
    await never()
  }
  const keys: string[] = []
  await assert.rejects(
    async () => {
      for await (const key of limitStalls('The storage', { ...storage, list }.list(), 20))
        keys.push(key)
    },
    { name: 'StalledError', message: /The storage cannot be used/ },
  )
  assert.deepEqual(keys, ['a'])
})
