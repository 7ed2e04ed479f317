import assert from 'node:assert/strict'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { createTestDatabase } from '../context.ts'
import { createCall } from '../call.ts'
import { testPhone } from '../factories.ts'
import { ADMIN, textPayload } from '../outside.ts'
import { query } from '../query.ts'
import { nodeCommand, openTempDir, runCommand, runJson } from '../processes.ts'
import { startProgram, startServer } from '../processes.ts'
import type { ProgramEnv } from '../processes.ts'
import { startReceiver } from '../receiver.ts'
import { waitFor } from '../wait-for.ts'
import { startProduct } from './product.ts'
import { setUpShard } from './set-up-shard.ts'
import { RECEIPT, uploadReceipt } from './upload-receipt.ts'

type Backup = {
  file: string
  rows: number
  files: number
  removed: string[]
  complete_until: string
  limitation: string | null
}

/** Something that was answered with 2xx: its id or, of a received message, its text; and when. */
type Answered = { id: string; at: number }

/** Returns what was answered before the end of a backup. */
function before(answered: Answered[], { complete_until }: Backup): string[] {
  return answered.filter(({ at }) => at < Date.parse(complete_until)).map(({ id }) => id)
}

const folder = await openTempDir()
const passphrase = join(folder, 'passphrase')
await writeFile(passphrase, 'quite a few good words\n')
const encrypted = ['--passphrase-file', passphrase]

async function refusal(args: string[], env: ProgramEnv): Promise<string> {
  const { code, stderr } = await runCommand(args, env)
  assert.equal(code, 1)
  // On a busy machine, lines of progress come first.
  const refused = stderr.replaceAll(/^\w+: \d.*\n/gm, '')
  assert.match(refused, /^[^\n]+\n$/)
  return refused
}

async function openDatabase(template = 'template0'): Promise<string> {
  const { url, drop } = await createTestDatabase({ template })
  after(drop)
  return url
}

/** Returns the settings of another machine: other databases and another folder. */
async function moveTo(env: ProgramEnv, database: ProgramEnv): Promise<ProgramEnv> {
  const { DATABASE_URL: _url, DATABASE_SHARD_URLS: _shards, ...others } = env
  return { ...others, DATA_DIR: join(await openTempDir(), 'data'), ...database }
}

describe('a product under load', async () => {
  const product = await startProduct(async (url) => ({
    DATABASE_URL: url,
    DATA_DIR: await openTempDir(),
  }))
  const { api, env, postSigned, phoneNumberId } = product
  const receiver = await startReceiver((_request, response) => {
    response.writeHead(500)
    response.end()
  })
  after(() => receiver.close())

  test('loses its machine, and is restored with everything that was answered before the backup', async () => {
    const hook = await product.admin('POST /api/developer/webhooks', {
      body: { url: `${receiver.url}/parley`, events: ['contact.created'] },
    })
    assert.equal(hook.status, 201, hook.text)
    const receipt = await uploadReceipt({ api })
    const phone = testPhone()
    const receive = (id: string) =>
      postSigned(textPayload(phoneNumberId, [{ id, from: phone.slice(1), name: 'Noor', text: id }]))
    await receive('wamid.first')
    const chat = await waitFor(
      async () => (await api(`GET /api/v1/chats?q=${encodeURIComponent(phone)}`)).body.data[0],
    )
    const filed = await api('POST /api/v1/messages/send', {
      body: { conversation_id: chat.id, media_id: receipt },
    })
    assert.equal(filed.status, 201, filed.text)

    const answered: Record<'sent' | 'contacts' | 'received', Answered[]> = {
      sent: [],
      contacts: [],
      received: [],
    }
    let isOver = false
    const repeat = async (run: (number: number) => Promise<void>) => {
      try {
        for (let number = 0; !isOver; number++) await run(number)
      } catch (err) {
        // The server was killed in the middle of a request.
        if (!isOver) throw err
      }
    }
    const load = [
      repeat(async (number) => {
        const body = { conversation_id: chat.id, message: `out ${number}` }
        const { status, body: message } = await api('POST /api/v1/messages/send', { body })
        if (status === 201) answered.sent.push({ id: message.id, at: Date.now() })
      }),
      repeat(async (number) => {
        const body = { name: `Contact ${number}`, phone: testPhone() }
        const { status, body: contact } = await api('POST /api/v1/contacts', { body })
        if (status === 201) answered.contacts.push({ id: contact.id, at: Date.now() })
      }),
      repeat(async (number) => {
        const { status } = await receive(`wamid.in.${number}`)
        if (status === 200) answered.received.push({ id: `wamid.in.${number}`, at: Date.now() })
      }),
    ]
    await waitFor(() => Object.values(answered).every((ids) => ids.length > 10))
    const startedAt = Date.now()
    const file = join(folder, 'loaded.backup')
    const backup = await runJson<Backup>(['backup', '--to', file, ...encrypted], env)
    assert.equal(backup.files, 1)
    assert.equal(backup.limitation, null)
    // The machine is gone while it still works.
    isOver = true
    await product.server.end('SIGKILL')
    await Promise.all(load)
    await rm(env['DATA_DIR']!, { recursive: true })
    const saved = {
      sent: before(answered.sent, backup),
      contacts: before(answered.contacts, backup),
      received: before(answered.received, backup),
    }
    for (const kind of ['sent', 'contacts', 'received'] as const) {
      const earlier = answered[kind].filter(({ at }) => at < startedAt)
      assert.ok(saved[kind].length > earlier.length, `${kind} were answered while it was written`)
    }

    const there = await moveTo(env, {})
    const restore = ['restore', '--from', file]
    assert.match(await refusal(restore, there), /encrypted/)
    assert.match(
      await refusal([...restore, ...encrypted], { ...there, SECRET_KEY: 'b8'.repeat(32) }),
      /SECRET_KEY is not the key/,
    )
    await assert.rejects(stat(there['DATA_DIR']!), /ENOENT/)
    const restored = await runJson<Backup>([...restore, ...encrypted], there)
    assert.equal(restored.rows, backup.rows)
    assert.match(await refusal([...restore, ...encrypted], there), /is not empty/)
    const verify = ['verify', '--from', file, '--database', ...encrypted]
    assert.deepEqual((await runJson<any>(verify, there)).differences, [])

    receiver.requests.length = 0
    receiver.respondWith((_request, response) => void response.end('ok'))
    const server = await startServer(there, ['--only', 'api,ingest,worker', '--json'])
    try {
      for (const id of saved.contacts)
        assert.equal((await api(`GET /api/v1/contacts/${id}`)).status, 200)
      for (const id of saved.sent)
        assert.equal((await api(`GET /api/v1/messages/${id}`)).status, 200)
      const readTexts = async () => {
        const texts: string[] = []
        for (let cursor = ''; ;) {
          const { body } = await api(
            `GET /api/v1/messages?conversation_id=${chat.id}&limit=100${cursor}`,
          )
          for (const { text } of body.data) texts.push(text)
          if (!body.next_cursor) return texts
          cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`
        }
      }
      const texts = await waitFor(
        async () => {
          const found = await readTexts()
          return saved.received.every((text) => found.includes(text)) ? found : undefined
        },
        { timeoutMs: 60_000, what: 'the received messages' },
      )
      const own = texts.filter((text) => text !== null)
      assert.equal(new Set(own).size, own.length, 'nothing is doubled')
      await waitFor(
        () => {
          const named = receiver.requests.map(
            ({ body }) => JSON.parse(body.toString()).data.id as string,
          )
          return saved.contacts.every((id) => named.includes(id))
        },
        { timeoutMs: 120_000, what: 'the pending deliveries' },
      )
      const origin = `http://localhost:${env['PORT']}`
      const signIn = createCall(origin, { origin })
      const signedIn = await signIn('POST /api/auth/sign-in/email', {
        body: { email: product.emails.admin, password: ADMIN.password },
      })
      assert.equal(signedIn.status, 200, signedIn.text)
      const { media } = (await api(`GET /api/v1/messages/${filed.body.id}`)).body
      const content = await fetch(new URL(media.url, origin))
      assert.equal(await content.text(), RECEIPT)
    } finally {
      await server.end()
    }
  })
})

describe('a product on two shards', async () => {
  const product = await startProduct(async (url) => {
    const shard = await setUpShard(url)
    after(shard.drop)
    return { ...shard.env, DATA_DIR: await openTempDir() }
  })
  const { api, admin, env } = product

  test('is backed up by one command, with directory and workspaces of one moment', async () => {
    const keys: string[] = []
    const contacts: Answered[] = []
    let isOver = false
    const repeat = async (run: (number: number) => Promise<void>) => {
      for (let number = 0; !isOver; number++) await run(number)
    }
    const load = [
      // Writes to the directory, and by an effect to the audit log on the shard.
      repeat(async (number) => {
        const { status, body } = await admin('POST /api/developer/api-keys', {
          body: { name: `key ${number}`, scopes: ['chats:read'] },
        })
        if (status === 201) keys.push(body.id)
        await admin(`DELETE /api/developer/api-keys/${body.id}`)
      }),
      repeat(async (number) => {
        const { body } = await api('POST /api/v1/contacts', {
          body: { name: `Contact ${number}`, phone: testPhone() },
        })
        contacts.push({ id: body.id, at: Date.now() })
      }),
    ]
    await waitFor(() => keys.length > 5 && contacts.length > 5)
    const file = join(folder, 'sharded.backup')
    const backup = await runJson<Backup>(['backup', '--to', file], env)
    assert.equal(backup.limitation, null)
    isOver = true
    await Promise.all(load)
    await product.server.end()

    const restore = ['restore', '--from', file]
    const [main, b] = [await openDatabase(), await openDatabase()]
    const alone = await moveTo(env, { DATABASE_URL: main })
    assert.match(
      await refusal(restore, alone),
      /has the shards main, b, and the settings name main/,
    )
    const there = { ...alone, DATABASE_SHARD_URLS: `b=${b}` }
    await runJson(restore, there)
    const verify = ['verify', '--from', file, '--database']
    assert.deepEqual((await runJson<any>(verify, there)).differences, [])
    // Every key of the directory has its entry in the audit log, or an effect that will write it.
    const made = await query<{ id: string }>(
      main,
      `select id::text from api_keys where name like 'key %'`,
    )
    assert.ok(made.length > 5)
    const server = await startServer(there, ['--only', 'api,ingest,worker', '--json'])
    try {
      for (const id of before(contacts, backup))
        assert.equal((await api(`GET /api/v1/contacts/${id}`)).status, 200)
      await waitFor(
        async () => {
          const entries = await query<{ target: string }>(
            b,
            `select target_id::text as target from audit_entries where action = 'api_key.created'`,
          )
          const audited = entries.map(({ target }) => target)
          const known = made.map(({ id }) => id)
          return (
            known.every((id) => audited.includes(id)) && entries.length === new Set(audited).size
          )
        },
        { timeoutMs: 90_000, what: 'every key to be in the audit log, once' },
      )
    } finally {
      await server.end()
    }
  })
})

describe('commands that are killed', async () => {
  const url = await openDatabase('parley_template')
  await query(
    url,
    `insert into used_challenges select sha256(n::text::bytea), now() from generate_series(1, 400000) as n`,
  )
  const env = { DATABASE_URL: url, SECRET_KEY: 'a7'.repeat(32) }

  test('a killed backup is never taken for a complete one, and --keep removes the oldest', async () => {
    const backups = await openTempDir()
    const isStarted = async () => {
      const [name] = await readdir(backups)
      return name !== undefined && (await stat(join(backups, name))).size > 1_000_000
    }
    const program = startProgram(nodeCommand('server/main.ts', 'backup', '--to', backups), env)
    await waitFor(isStarted, { what: 'the file to grow', timeoutMs: 60_000 })
    await program.end('SIGKILL')
    const left = await readdir(backups)
    assert.equal(left.length, 1)
    assert.match(left[0]!, /\.part$/)
    assert.match(await refusal(['verify', '--from', join(backups, left[0]!)], env), /incomplete/)
    // PostgreSQL keeps nothing for it any longer.
    const slots = 'select from pg_replication_slots where database = current_database()'
    await waitFor(async () => (await query(url, slots)).length === 0, { what: 'the slot to end' })
    await rm(join(backups, left[0]!))
    await writeFile(join(backups, 'parley-2020-01-01T00-00-00Z.backup'), '')
    await writeFile(join(backups, 'mine.backup'), '')
    const keep = ['backup', '--to', backups, '--keep', '1']
    const { removed, file } = await runJson<Backup>(keep, env)
    assert.deepEqual(removed, ['parley-2020-01-01T00-00-00Z.backup'])
    assert.equal((await readdir(backups)).length, 2)
    assert.equal((await runJson<Backup>(['verify', '--from', file], env)).rows, 400_000)
    // The page of operators shows its age. A backup that was killed does not count.
    const recorded = await query(url, 'select bytes, is_encrypted, has_files from backups')
    const { size: bytes } = await stat(file)
    assert.deepEqual(recorded, [{ bytes, is_encrypted: false, has_files: true }])
  })

  test('a killed restore leaves an empty database, and can be repeated', async () => {
    const file = join(folder, 'killed.backup')
    await runJson(['backup', '--to', file], env)
    const target = { ...env, DATABASE_URL: await openDatabase() }
    const restore = ['restore', '--from', file]
    const program = startProgram(nodeCommand('server/main.ts', ...restore), target)
    const isCopying = async () =>
      (
        await query(
          target.DATABASE_URL,
          `select from pg_stat_progress_copy where datname = current_database() and tuples_processed > 1000`,
        )
      ).length > 0
    await waitFor(isCopying, { what: 'rows to be stored', timeoutMs: 60_000 })
    await program.end('SIGKILL')
    const count = 'select count(*)::int as count from used_challenges'
    assert.deepEqual(await query(target.DATABASE_URL, count), [{ count: 0 }])
    assert.equal((await runJson<Backup>(restore, target)).rows, 400_000)
    assert.deepEqual(await query(target.DATABASE_URL, count), [{ count: 400_000 }])
  })

  test('the files with secrets need encryption, and are restored with the embedded database', async () => {
    const embedded = { DATA_DIR: join(await openTempDir(), 'data') }
    await runJson(['workspaces', 'create', '--name', 'Corner'], embedded)
    const file = join(folder, 'secrets.backup')
    const backup = ['backup', '--to', file, '--with-secrets']
    assert.match(await refusal(backup, embedded), /must be encrypted/)
    const nowhere = { DATA_DIR: join(await openTempDir(), 'typo') }
    assert.match(await refusal(['backup', '--to', file], nowhere), /There is no database in/)
    await assert.rejects(stat(nowhere.DATA_DIR), /ENOENT/)
    const unused = { ...env, DATABASE_URL: await openDatabase() }
    assert.match(await refusal(['backup', '--to', file], unused), /has no tables of Parley/)
    await runJson([...backup, ...encrypted], embedded)
    const other = { DATA_DIR: join(await openTempDir(), 'data') }
    const restore = ['restore', '--from', file, ...encrypted]
    assert.match(await refusal(restore, other), /a key that is missing here/)
    await runJson([...restore, '--with-secrets'], other)
    const retention = ['workspaces', 'retention', '--workspace', 'corner', '--messages', '30']
    await runJson(retention, other)
  })
})
