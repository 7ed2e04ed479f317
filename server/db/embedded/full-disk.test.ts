import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { fillDisk, mountDisk } from '#test/drill/small-disk.ts'
import { openTempDir } from '#test/processes.ts'
import { waitFor } from '#test/wait-for.ts'
import { startEmbedded } from './start-embedded.ts'
import { isDatabaseUnavailable } from '../pool.ts'

const disk = mountDisk(join(await openTempDir(), 'disk'), '250m')

/** Inserts rows of 1 MB one after the other, each committed alone; returns how many, and the error that ended it. */
async function insert(url: string, most: number): Promise<{ count: number; error?: unknown }> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  let count = 0
  try {
    await client.connect()
    while (count < most) {
      await client.query(`insert into kept select string_agg(md5(random()::text), '')
        from generate_series(1, 32768)`)
      count++
    }
    return { count }
  } catch (error) {
    return { count, error }
  } finally {
    await client.end().catch(() => undefined)
  }
}

test(
  'a full disk below DATA_DIR loses nothing that was committed, and the database works again once there is space',
  { skip: 'reason' in disk && disk.reason },
  async () => {
    assert.ok('folder' in disk)
    after(disk.unmount)
    const lines: string[] = []
    const embedded = await startEmbedded({
      dataDir: join(disk.folder, 'data'),
      log: (line) => lines.push(line),
      settings: { shared_buffers: '16MB' },
    })
    after(() => embedded.stop())
    const { url } = embedded
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('create table kept (text text)')
    await client.end()
    const before = await insert(url, 3)
    assert.equal(before.count, 3)
    const free = await fillDisk(disk.folder)
    const full = await insert(url, 500)
    assert.ok(isDatabaseUnavailable(full.error), (full.error as Error).message)
    await free()
    const again = await waitFor(
      async () => {
        const { count } = await insert(url, 2)
        return count === 2 ? { count } : undefined
      },
      { timeoutMs: 60_000, what: 'the database to write again' },
    )
    const reader = new pg.Client({ connectionString: url })
    await reader.connect()
    const { rows } = await reader.query('select count(*)::int as count from kept')
    await reader.end()
    assert.ok(rows[0].count >= before.count + full.count + again.count)
  },
)
