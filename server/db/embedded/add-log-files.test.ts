import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { addLogFiles } from './add-log-files.ts'
import { startEmbedded } from './start-embedded.ts'
import { createClient } from '../pool.ts'

const FILE_BYTES = 16 * 1024 ** 2

test('added files of the log are allocated, and are used again instead of new ones', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-log-'))
  const settings = { fsync: 'off', shared_buffers: '16MB' }
  const { adminUrl: url, stop } = await startEmbedded({ dataDir, settings, log: () => undefined })
  const client = createClient(url, 'test')
  await client.connect()
  try {
    const clusterDir = join(dataDir, 'postgres')
    const folder = join(clusterDir, 'pg_wal')
    const findFiles = () => readdirSync(folder).filter((name) => /^[0-9A-F]{24}$/.test(name))
    const add = (files: number) =>
      addLogFiles({ url, clusterDir, files, pauseMs: 0, signal: AbortSignal.timeout(60_000) })
    const before = findFiles().length
    await add(before + 4)
    const added = findFiles()
    assert.ok(added.length >= before + 4)
    await add(before + 4)
    assert.deepEqual(findFiles(), added)

    const { rows } = await client.query<{ current: string }>(
      'select pg_walfile_name(pg_current_wal_insert_lsn()) as current',
    )
    const next = added.filter((name) => name > rows[0]!.current)
    assert.equal(next.length, added.length - 1)
    const isAllocated = (name: string) => statSync(join(folder, name)).blocks * 512 >= FILE_BYTES
    assert.deepEqual(next.filter(isAllocated), next)

    for (const _ of next.slice(1)) {
      await client.query(`select pg_logical_emit_message(false, 'test', '')`)
      await client.query('select pg_switch_wal()')
    }
    await client.query('checkpoint')
    assert.equal(findFiles().length, added.length)
  } finally {
    await client.end()
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
