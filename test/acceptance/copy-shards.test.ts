import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { startEmbedded } from '#db/embedded/start-embedded.ts'
import { migrate } from '#db/migrating/migrate.ts'
import { createTestDatabase } from '../context.ts'
import { testPhone } from '../factories.ts'
import { textPayload } from '../outside.ts'
import { openTempDir, runCommand, runJson, startServer } from '../processes.ts'
import type { ProgramEnv } from '../processes.ts'
import { query } from '../query.ts'
import { startTestS3Server } from '../s3-server.ts'
import { waitFor } from '../wait-for.ts'
import { startProduct } from './product.ts'
import { setUpShard } from './set-up-shard.ts'
import { RECEIPT, uploadReceipt } from './upload-receipt.ts'

type Copied = { rows: number; files: number; skipped: string[] }

async function openEmptyDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase({ template: 'template0' })
  after(drop)
  return url
}

describe('a product on two shards with its files in a bucket', async () => {
  const store = await startTestS3Server()
  after(() => store.close())
  const { endpoint, region, accessKeyId, secretAccessKey } = store.config
  const { api, env, server, postSigned, phoneNumberId } = await startProduct(async (url) => {
    const shard = await setUpShard(url)
    after(shard.drop)
    return {
      ...shard.env,
      DATA_DIR: join(await openTempDir(), 'data'),
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
  })

  test('is copied to two other servers, and its files stay in the bucket', async () => {
    const receipt = await uploadReceipt({ api })
    const phone = testPhone()
    const received = {
      id: 'wamid.first',
      from: phone.slice(1),
      name: 'Meera',
      text: 'The receipt?',
    }
    await postSigned(textPayload(phoneNumberId, [received]))
    const chat = await waitFor(
      async () => (await api(`GET /api/v1/chats?q=${encodeURIComponent(phone)}`)).body.data[0],
    )
    const sent = await api('POST /api/v1/messages/send', {
      body: { conversation_id: chat.id, media_id: receipt },
    })
    assert.equal(sent.status, 201, sent.text)
    const [main, b] = [await openEmptyDatabase(), await openEmptyDatabase()]
    const there = ['copy', '--to', main, '--to-shards', `b=${b}`]
    assert.match((await runCommand(there, env)).stderr, /Parley is running/)
    await server.end()
    assert.match((await runCommand(there.slice(0, 3), env)).stderr, /has the shards main, b/)

    const objects = [...store.objects.keys()]
    assert.ok(objects.length > 0)
    const copied = await runJson<Copied>(there, env)
    assert.deepEqual([copied.files, copied.skipped], [0, []])
    assert.deepEqual([...store.objects.keys()], objects)
    const moved = { ...env, DATABASE_URL: main, DATABASE_SHARD_URLS: `b=${b}` }
    const started = await startServer(moved, ['--only', 'api', '--json'])
    try {
      const { media } = (await api(`GET /api/v1/messages/${sent.body.id}`)).body
      const content = await fetch(new URL(media.url, `http://localhost:${env['PORT']}`))
      assert.equal(await content.text(), RECEIPT)
      const people = `select from people where name = 'Meera'`
      assert.equal((await query(b, people)).length, 1)
      assert.equal((await query(main, people)).length, 0)
    } finally {
      await started.end()
    }
  })
})

test('a server without logical decoding is backed up as it was at the beginning, which the output says', async () => {
  const dataDir = join(await openTempDir(), 'data')
  const settings = { wal_level: 'replica', fsync: 'off' }
  const server = await startEmbedded({ dataDir, settings, log: () => undefined })
  try {
    await migrate(server.adminUrl)
    await query(
      server.adminUrl,
      `insert into used_challenges select sha256(n::text::bytea), now() from generate_series(1, 300000) as n`,
    )
    const env: ProgramEnv = {
      DATABASE_URL: server.adminUrl,
      DATA_DIR: join(dataDir, 'files'),
      SECRET_KEY: 'a7'.repeat(32),
    }
    const file = join(await openTempDir(), 'replica.backup')
    const backup = runCommand(['backup', '--to', file], env)
    const reading = `select from pg_stat_activity where query like 'copy (select%'`
    await waitFor(async () => (await query(server.adminUrl, reading)).length > 0)
    await query(
      server.adminUrl,
      `insert into used_challenges select sha256(n::text::bytea), now() from generate_series(300001, 300005) as n`,
    )
    const { code, stdout, stderr } = await backup
    assert.equal(code, 0, stderr)
    assert.match(stdout, /is missing, because wal_level of the server "main" is replica/)
    const verified = await runJson<{ rows: number; limitation: string }>(
      ['verify', '--from', file],
      env,
    )
    assert.equal(verified.rows, 300_000)
    assert.match(verified.limitation, /wal_level/)
  } finally {
    await server.stop()
  }
})
