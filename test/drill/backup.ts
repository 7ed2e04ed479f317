import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCall } from '../call.ts'
import { testPhone } from '../factories.ts'
import { setUpWorkspace, sign, startPlatform, textPayload, whatsappEnv } from '../outside.ts'
import { findPorts, openTempDir, runJson, startServer } from '../processes.ts'
import type { ProgramEnv } from '../processes.ts'
import { query } from '../query.ts'
import { waitFor } from '../wait-for.ts'

/** Callers of each kind at the same time. */
const CALLERS = 3
/** Rows that make the backup take a while. */
const ROWS = 500_000

/** Something that was answered with 2xx: its id or, of a received message, its text; and when. */
type Answered = { id: string; at: number }
/** The output of the command. */
type Backup = {
  started_at: string
  complete_until: string
  limitation: string | null
  bytes: number
  seconds: number
}
type Kind = 'contacts' | 'sent' | 'received'
const KINDS: Kind[] = ['contacts', 'sent', 'received']

/**
 * Backs up an installation with an embedded database under load, kills it and deletes its folder, restores the backup
 * elsewhere, and compares. Returns one line for each problem: something that was answered before the end of the backup and
 * is missing. `seconds` is how long the load runs before the backup.
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
    await queryEmbedded(env, `insert into used_challenges ${rows}`)

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
    const folder = await openTempDir()
    const file = join(folder, 'drill.backup')
    const encrypted = ['--passphrase-file', join(folder, 'passphrase')]
    await writeFile(join(folder, 'passphrase'), 'quite a few good words\n')
    const backup = await runJson<Backup>(['backup', '--to', file, ...encrypted], env)
    const endedAt = Date.now()
    isOver = true
    await server.end('SIGKILL')
    await Promise.all(load)
    await rm(env['DATA_DIR']!, { recursive: true })
    log(`The backup of ${backup.started_at} took ${backup.seconds} s (${mb(backup.bytes)}).`)
    log('The server was killed, and its folder deleted.')

    const there = { ...env, DATA_DIR: join(await openTempDir(), 'data') }
    const restored = await runJson<{ rows: number; seconds: number }>(
      ['restore', '--from', file, ...encrypted],
      there,
    )
    log(`Restored ${restored.rows} rows in ${restored.seconds} s.`)
    server = await startServer(there, ['--only', 'api,ingest,worker', '--json'])
    const [began, end] = [Date.parse(backup.started_at), Date.parse(backup.complete_until)]
    const all = KINDS.flatMap((kind) => answered[kind])
    const before = all.filter(({ at }) => at < end)
    const during = before.filter(({ at }) => at >= began)
    const later = all.filter(({ at }) => at >= end)
    const wanted = new Set(before.map(({ id }) => id))
    const find = async () => new Set(await findAll(there, Object.values(answered).flat()))
    // Received messages are recorded by the worker, from the payloads that were answered.
    const found = await waitFor(
      async () => {
        const known = await find()
        return wanted.isSubsetOf(known) ? known : undefined
      },
      { timeoutMs: 120_000, what: 'everything to be there' },
    ).catch(find)
    for (const kind of KINDS) {
      const ofKind = answered[kind].filter(({ at }) => at < end)
      const here = ofKind.filter(({ id }) => found.has(id))
      log(`${kind.padEnd(8)} answered before the end: ${ofKind.length}, restored: ${here.length}`)
    }
    const count = (these: Answered[]) => these.filter(({ id }) => found.has(id)).length
    log(`of these, answered while it was written: ${during.length}, restored: ${count(during)}`)
    log(
      `answered in the ${endedAt - end} ms from its end to that of the command: ${later.length}, restored: ${count(later)}`,
    )
    log(`failed requests: ${failed}`)
    const problems = before
      .filter(({ id }) => !found.has(id))
      .map(({ id, at }) => `${id}, answered at ${new Date(at).toISOString()}, is missing.`)
    if (backup.limitation !== null) problems.push(`The backup is limited: ${backup.limitation}.`)
    if (during.length < 10) problems.push('Hardly anything was answered while it was written.')
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
async function queryEmbedded<T extends object>(
  env: ProgramEnv,
  text: string,
  values?: unknown[],
): Promise<T[]> {
  const { database_url: url } = await runJson<{ database_url: string }>(['database-url'], env)
  return query<T>(url, text, values)
}

/** Returns which of the ids and texts are in the database. */
async function findAll(env: ProgramEnv, answered: Answered[]): Promise<string[]> {
  const rows = await queryEmbedded<{ id: string }>(
    env,
    `select id::text from people where id::text = any ($1)
    union all select id::text from messages where id::text = any ($1)
    union all select text from messages where text = any ($1)`,
    [answered.map(({ id }) => id)],
  )
  return rows.map(({ id }) => id)
}
