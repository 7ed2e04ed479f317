import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openClient } from '#db/pool.ts'
import { createCall } from '../call.ts'
import { testPhone } from '../factories.ts'
import { setUpWorkspace, sign, startPlatform, textPayload, whatsappEnv } from '../outside.ts'
import { findPorts, openTempDir, runJson, startServer } from '../processes.ts'
import type { ProgramEnv } from '../processes.ts'
import { waitFor } from '../wait-for.ts'

/** Callers of each kind at the same time. */
const CALLERS = 3
/** Rows that make the backup take a while. */
const ROWS = 500_000

/** Something that was answered with 2xx: its id or, of a received message, its text; and when. */
type Answered = { id: string; at: number }
type Kind = 'contacts' | 'sent' | 'received'
const KINDS: Kind[] = ['contacts', 'sent', 'received']

/**
 * Backs up an installation with an embedded database under load, kills it and deletes its folder, restores the backup
 * elsewhere, and compares. Returns one line for each problem: something that was answered before the moment of the backup
 * and is missing. `seconds` is how long the load runs before the backup.
 */
export async function runBackupDrill(options: {
  seconds: number
  log: (line: string) => void
}): Promise<string[]> {
  const { seconds, log } = options
  const [port, ingestPort, simulatorPort] = (await findPorts(3)).map(String) as [
    string,
    string,
    string,
  ]
  const env: ProgramEnv = {
    ...whatsappEnv,
    DATA_DIR: join(await openTempDir(), 'data'),
    SECRET_KEY: 'a7'.repeat(32),
    HOST: '127.0.0.1',
    PORT: port,
    INGEST_PORT: ingestPort,
    GRAPH_URL: `http://127.0.0.1:${simulatorPort}/v25.0`,
    DEMO: 'false',
    LOG_LEVEL: 'warn',
  }
  const ingestUrl = `http://127.0.0.1:${ingestPort}`
  const platform = await startPlatform({ port: simulatorPort, ingestUrl })
  let server = await startServer(env, ['--only', 'api,ingest,worker', '--json'])
  try {
    const { key, phoneNumberId } = await setUpWorkspace(env)
    const api = createCall(`http://127.0.0.1:${port}`, { authorization: `Bearer ${key}` })
    const ingest = createCall(ingestUrl)
    const phone = testPhone()
    const receive = async (text: string) => {
      const from = phone.slice(1)
      const body = textPayload(phoneNumberId, [{ id: text, from, name: 'Noor', text }])
      const headers = { 'x-hub-signature-256': sign(body) }
      return (await ingest('POST /webhook/whatsapp', { body, headers })).status
    }
    await receive('first')
    const search = `GET /api/v1/chats?q=${encodeURIComponent(phone)}`
    const chat = await waitFor(async () => (await api(search)).body.data[0], {
      what: 'the conversation',
    })
    const rows = `select sha256(n::text::bytea), '2100-01-01' from generate_series(1, ${ROWS}) as n`
    await query(env, `insert into used_challenges ${rows}`)

    const answered: Record<Kind, Answered[]> = { contacts: [], sent: [], received: [] }
    let isOver = false
    let failed = 0
    const repeat = async (kind: Kind, call: (name: string) => Promise<string | undefined>) => {
      for (let number = 0; !isOver; number++) {
        const id = await call(`${kind} ${number} ${Math.random()}`).catch(() => undefined)
        if (id !== undefined) answered[kind].push({ id, at: Date.now() })
        else if (!isOver) failed++
      }
    }
    const load = Array.from({ length: CALLERS }, () => [
      repeat('contacts', async (name) => {
        const { status, body } = await api('POST /api/v1/contacts', {
          body: { name, phone: testPhone() },
        })
        return status === 201 ? body.id : undefined
      }),
      repeat('sent', async (message) => {
        const body = { conversation_id: chat.id, message }
        const answer = await api('POST /api/v1/messages/send', { body })
        return answer.status === 201 ? answer.body.id : undefined
      }),
      repeat('received', async (text) => ((await receive(text)) === 200 ? text : undefined)),
    ]).flat()
    log(`Load for ${seconds} s, beside ${ROWS} rows.`)
    const startedAt = Date.now()
    await waitFor(() => Date.now() - startedAt > seconds * 1000, {
      timeoutMs: seconds * 1000 + 60_000,
    })
    const file = join(await openTempDir(), 'drill.backup')
    const backup = await runJson<{ started_at: string; bytes: number; seconds: number }>(
      ['backup', '--to', file],
      env,
    )
    isOver = true
    await server.end('SIGKILL')
    await Promise.all(load)
    await rm(env['DATA_DIR']!, { recursive: true })
    log(`The backup of ${backup.started_at} took ${backup.seconds} s (${mb(backup.bytes)}).`)
    log('The server was killed, and its folder deleted.')

    const there = { ...env, DATA_DIR: join(await openTempDir(), 'data') }
    const restored = await runJson<{ rows: number; seconds: number }>(
      ['restore', '--from', file],
      there,
    )
    log(`Restored ${restored.rows} rows in ${restored.seconds} s.`)
    server = await startServer(there, ['--only', 'api,ingest,worker', '--json'])
    const moment = Date.parse(backup.started_at)
    const before = KINDS.flatMap((kind) => answered[kind].filter(({ at }) => at < moment))
    const later = KINDS.flatMap((kind) => answered[kind].filter(({ at }) => at >= moment))
    const wanted = new Set(before.map(({ id }) => id))
    const find = async () => new Set(await findAll(there, Object.values(answered).flat()))
    // Received messages are recorded by the worker, from the payloads that were answered.
    const found = await waitFor(
      async () => {
        const all = await find()
        return wanted.isSubsetOf(all) ? all : undefined
      },
      { timeoutMs: 120_000, what: 'everything to be there' },
    ).catch(find)
    for (const kind of KINDS) {
      const all = answered[kind].filter(({ at }) => at < moment)
      const here = all.filter(({ id }) => found.has(id))
      log(`${kind.padEnd(8)} answered before the backup: ${all.length}, restored: ${here.length}`)
    }
    const laterFound = later.filter(({ id }) => found.has(id)).length
    log(`answered while it was written: ${later.length}, restored: ${laterFound}`)
    log(`failed requests: ${failed}`)
    const problems = before
      .filter(({ id }) => !found.has(id))
      .map(({ id, at }) => `${id}, answered at ${new Date(at).toISOString()}, is missing.`)
    for (const { length } of KINDS.map((kind) => answered[kind]))
      if (length < 10) problems.push('There was hardly any load.')
    if (failed > 0) problems.push(`${failed} requests failed while the backup was written.`)
    return problems
  } finally {
    await server.end()
    await platform.end()
  }
}

const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** Runs a statement on the embedded database of a running server. */
async function query<T extends object>(
  env: ProgramEnv,
  text: string,
  values?: unknown[],
): Promise<T[]> {
  const { database_url: url } = await runJson<{ database_url: string }>(['database-url'], env)
  const client = await openClient(url, 'parley test')
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Returns which of the ids and texts are in the database. */
async function findAll(env: ProgramEnv, answered: Answered[]): Promise<string[]> {
  const rows = await query<{ id: string }>(
    env,
    `select id::text from people where id::text = any ($1)
    union all select id::text from messages where id::text = any ($1)
    union all select text from messages where text = any ($1)`,
    [answered.map(({ id }) => id)],
  )
  return rows.map(({ id }) => id)
}
