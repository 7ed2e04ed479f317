import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { stopOrphan } from '#db/embedded/stop-orphan.ts'
import type { Call } from '../app.ts'
import { createCall } from '../call.ts'
import { findPorts, startServer, runJson } from '../processes.ts'
import type { Program } from '../processes.ts'
import { startReceiver } from '../receiver.ts'
import { waitFor } from '../wait-for.ts'
import { sessionCookieOf } from '../answer.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'parley-stop-'))
const [port, ingestPort, simulatorPort] = (await findPorts(3)).map(String)
const url = `http://localhost:${port}`
const env = {
  DATA_DIR: dataDir,
  PORT: port!,
  INGEST_PORT: ingestPort!,
  SIMULATOR_PORT: simulatorPort!,
  ALLOW_LOCAL_WEBHOOKS: 'true',
  LOG_LEVEL: 'warn',
}
let server: Program | undefined

after(async () => {
  await server?.end()
  await stopOrphan(join(dataDir, 'postgres'), () => undefined)
  await rm(dataDir, { recursive: true, force: true })
})

/** Creates contacts with 16 concurrent clients until the server is gone. */
function load(key: string) {
  const answered: string[] = []
  const broken: string[] = []
  const api = createCall(url, { authorization: `Bearer ${key}` })
  const client = async (number: number) => {
    for (let count = 0; ; count++) {
      const campaign = `client ${number} call ${count}`
      try {
        const { status, body } = await api('POST /api/v1/contacts', {
          body: { name: 'Under load', campaign },
        })
        if (status === 201) answered.push(body.id)
        else if (status === 503) return
        else assert.fail(`answered ${status}`)
      } catch (err) {
        const { code } = (err as { cause?: { code?: string } }).cause ?? {}
        if (code === undefined) throw err
        if (code !== 'ECONNREFUSED') broken.push(campaign)
        return
      }
    }
  }
  const done = Promise.all(Array.from({ length: 16 }, (_, number) => client(number)))
  return { answered, broken, done }
}

/** Returns the campaigns of all created contacts, from the event feed. */
async function campaignsOf(api: Call): Promise<Set<string>> {
  const campaigns = new Set<string>()
  let after = ''
  for (;;) {
    const { body } = await api(`GET /api/v1/events?types=contact.created&limit=100${after}`)
    for (const event of body.data) campaigns.add(event.data.lead.campaign)
    if (!body.has_more) return campaigns
    after = `&after=${body.next_cursor}`
  }
}

test('what was answered outlives Ctrl-C and kill -9 under load, and is delivered', async () => {
  server = await startServer(env, ['--demo'])
  const key = /sk_live_\w+/.exec(server.stdout())![0]
  const [email, password] = [/Admin +(\S+)/, /Password +(\S+)/].map(
    (pattern) => pattern.exec(server!.stdout())![1]!,
  )
  const signedIn = await createCall(url)('POST /api/auth/sign-in/email', {
    body: { email, password },
  })
  const cookie = sessionCookieOf(signedIn)
  const receiver = await startReceiver()
  after(() => receiver.close())
  const endpoint = await createCall(url, { cookie, origin: url })('POST /api/developer/webhooks', {
    body: { url: receiver.url, events: ['contact.created'], max_in_flight: 20 },
  })
  assert.equal(endpoint.status, 201, endpoint.text)
  const authorization = { authorization: `Bearer ${key}` }

  const polite = load(key)
  await waitFor(() => polite.answered.length > 100)
  assert.deepEqual(await server.end('SIGINT'), { code: 0, signal: null })
  await server.isRead
  assert.doesNotMatch(server.stdout(), /connections were still open/, 'each ended by itself')
  await polite.done
  assert.ok(!existsSync(join(dataDir, 'postgres', 'postmaster.pid')), 'the database was stopped')

  server = await startServer(env)
  assert.doesNotMatch(
    readFileSync(join(dataDir, 'postgres.log'), 'utf8'),
    /was interrupted|not properly shut down/,
    'the database was stopped cleanly',
  )
  // A request that arrives while its connection is closed as idle is not started.
  const begun = await campaignsOf(createCall(url, authorization))
  const unanswered = polite.broken.filter((campaign) => begun.has(campaign))
  assert.deepEqual(unanswered, [], 'requests in flight were answered')
  const rude = load(key)
  await waitFor(() => rude.answered.length > 100)
  await server.end('SIGKILL')
  await rude.done

  server = await startServer(env)
  // A fast machine reads them all in less time than the rate limit of the demo's key allows.
  const unlimited = [
    '--workspace',
    'demo',
    '--name',
    'reader',
    '--scopes',
    '*',
    '--rate-limit',
    'off',
  ]
  const made = await runJson<{ api_key: { secret: string } }>(['keys', 'create', ...unlimited], env)
  const api = createCall(url, { authorization: `Bearer ${made.api_key.secret}` })
  const answered = [...polite.answered, ...rude.answered]
  const missing = []
  for (const id of answered) {
    const { status } = await api(`GET /api/v1/contacts/${id}`)
    if (status !== 200) missing.push({ id, status })
  }
  assert.deepEqual(missing, [], `${missing.length} of ${answered.length} contacts are gone`)
  await waitFor(
    () => {
      const delivered = new Set(
        receiver.requests.map((request) => JSON.parse(request.body.toString()).data.id),
      )
      return answered.every((id) => delivered.has(id))
    },
    { timeoutMs: 60_000, what: `the deliveries of ${answered.length} contacts` },
  )
  assert.equal((await server.end()).code, 0)
})
