import assert from 'node:assert/strict'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openClient } from '#db/pool.ts'
import { createTestDatabase } from '../context.ts'
import { findPorts, openTempDir, runJson, startServer } from '../processes.ts'
import { startTestS3Server } from '../s3-server.ts'
import { waitFor } from '../wait-for.ts'

const ROWS = 400_000

const { url, drop } = await createTestDatabase()
after(drop)
const client = await openClient(url, 'parley test')
await client.query(
  `insert into used_challenges select sha256(n::text::bytea), '2100-01-01' from generate_series(1, ${ROWS}) as n`,
)
await client.end()

const folder = await openTempDir()
const passphraseFile = join(await openTempDir(), 'passphrase')
await writeFile(passphraseFile, 'quite a few good words\n')
const [metricsPort] = await findPorts(1)
const env = {
  DATABASE_URL: url,
  SECRET_KEY: 'a7'.repeat(32),
  DATA_DIR: await openTempDir(),
  METRICS_PORT: String(metricsPort),
  BACKUP_TO: folder,
  BACKUP_SCHEDULE: '*:00',
  BACKUP_KEEP: '2',
  BACKUP_PASSPHRASE_FILE: passphraseFile,
}

async function readGauge(name: string): Promise<number | undefined> {
  const page = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(page)?.[1]
  return value === undefined ? undefined : Number(value)
}

test('a worker that is killed in its scheduled backup leaves no file, and the next start writes one', async () => {
  for (const name of ['01', '02', '03'])
    await writeFile(join(folder, `parley-2026-01-${name}T02-00-00Z.backup`), 'old')
  const before = (await readdir(folder)).toSorted()
  const killed = await startServer(env, ['--only', 'worker', '--json'])
  const isWriting = async () => {
    const part = (await readdir(folder)).find((name) => name.endsWith('.part'))
    return part !== undefined && (await stat(join(folder, part))).size > 1_000_000
  }
  await waitFor(isWriting, { what: 'the file to grow', timeoutMs: 60_000 })
  await killed.end('SIGKILL')
  // The process that writes notices it, and removes what it wrote.
  await waitFor(async () => (await readdir(folder)).length === 3, { what: 'its remains to go' })
  assert.deepEqual((await readdir(folder)).toSorted(), before)

  const server = await startServer(env, ['--only', 'worker', '--json'])
  try {
    await waitFor(() => readGauge('parley_backup_last_success_timestamp_seconds'), {
      what: 'the backup',
      timeoutMs: 90_000,
    })
    assert.equal(await readGauge('parley_backup_failures'), 0)
    const [kept, written] = (await readdir(folder)).toSorted()
    assert.equal(kept, 'parley-2026-01-03T02-00-00Z.backup')
    assert.equal(
      await readGauge('parley_backup_last_success_size_bytes'),
      (await stat(join(folder, written!))).size,
    )
    assert.match(
      await readFile(join(folder, written!), 'utf8'),
      /^\{"parley_backup":2,"encryption":\{"kind":"passphrase"/,
    )
    assert.ok((await runJson<{ rows: number }>(['verify', '--from', folder], env)).rows >= ROWS)
  } finally {
    await server.end()
  }
})

test('a backup in a bucket is written, found and restored', async () => {
  const store = await startTestS3Server()
  after(() => store.close())
  const { endpoint, region, accessKeyId, secretAccessKey } = store.config
  const { BACKUP_PASSPHRASE_FILE: _encrypted, BACKUP_SCHEDULE: _times, ...others } = env
  const bucket = {
    ...others,
    BACKUP_TO: endpoint,
    BACKUP_KEEP: '1',
    BACKUP_S3_REGION: region,
    BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  const old = 'parley-2026-01-01T02-00-00Z.backup'
  store.objects.set(old, Buffer.from('old'))
  const { file, removed } = await runJson<{ file: string; removed: string[] }>(['backup'], bucket)
  assert.deepEqual(removed, [old])
  assert.deepEqual(
    [...store.objects.keys()].map((key) => `${endpoint}/${key}`),
    [file],
  )
  const target = await createTestDatabase({ template: 'template0' })
  after(target.drop)
  const there = { ...bucket, DATABASE_URL: target.url }
  const restored = await runJson<{ file: string; rows: number }>(
    ['restore', '--from', endpoint],
    there,
  )
  assert.equal(restored.file, file)
  assert.ok(restored.rows >= ROWS)
})
