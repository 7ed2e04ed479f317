import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startBalancer } from '../balancer.ts'
import { whatsappEnv } from '../outside.ts'
import { findPorts, startServer } from '../processes.ts'
import type { Program } from '../processes.ts'
import { waitFor } from '../wait-for.ts'
import { createSetUpDatabase } from './set-up-database.ts'

const CLIENTS = 3
const [first, second, outside] = (await findPorts(3)).map(String) as [string, string, string]

type Answer = { status: number; connection: string | undefined }

/** Sends one request on a connection of `agent`, and repeats nothing. */
function send(url: string, agent: Agent, key: string, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    })
    sent.on('error', reject)
    sent.on('response', (answer) => {
      text(answer).then(
        () => resolve({ status: answer.statusCode!, connection: answer.headers.connection }),
        reject,
      )
    })
    sent.end(body)
  })
}

test('a rolling restart of two API processes behind a balancer fails no request', async () => {
  const options = {
    ...whatsappEnv,
    DATA_DIR: join(tmpdir(), 'parley-acceptance-unused'),
    SECRET_KEY: 'a7'.repeat(32),
    HOST: '127.0.0.1',
    INGEST_PORT: outside,
    GRAPH_URL: `http://127.0.0.1:${outside}/v25.0`,
    LOG_LEVEL: 'warn',
  }
  const { url, drop, workspaces } = await createSetUpDatabase(options.SECRET_KEY)
  const env = { ...options, DATABASE_URL: url, DRAIN_SECONDS: '300' }
  const programs = new Map<string, Program>()
  const start = async (port: string) =>
    programs.set(port, await startServer({ ...env, PORT: port }, ['--only', 'api', '--json']))
  const urlOf = (port: string) => `http://127.0.0.1:${port}`
  after(async () => {
    await Promise.all([...programs.values()].map((program) => program.end('SIGINT')))
    await drop()
  })
  await Promise.all([start(first), start(second)])
  const balancer = await startBalancer([urlOf(first), urlOf(second)])
  after(() => balancer.close())
  const areReady = () => balancer.isReady(urlOf(first)) && balancer.isReady(urlOf(second))
  await waitFor(areReady)

  const answers: Answer[] = []
  const failures: unknown[] = []
  let isOver = false
  const client = async () => {
    // Each client has one connection, as a proxy that keeps connections open.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let count = 0; !isOver; count++) {
      const body = count % 2 === 0 ? JSON.stringify({ name: 'Rolling' }) : undefined
      await send(`${balancer.url}/api/v1/contacts`, agent, workspaces[0]!.key, body).then(
        (answer) => answers.push(answer),
        (err: unknown) => failures.push(err),
      )
    }
    agent.destroy()
  }
  const clients = Array.from({ length: CLIENTS }, client)
  for (const port of [first, second]) {
    const before = answers.length
    await waitFor(() => answers.length > before + 50)
    const stopped = programs.get(port)!.end('SIGTERM')
    // The balancer notices by its probes, and each client by its answers, however slow this process is.
    const isLeft = () =>
      !balancer.isReady(urlOf(port)) && balancer.countConnections(urlOf(port)) === 0
    await waitFor(isLeft, { what: 'nobody to use the process that drains' })
    void programs.get(port)!.end('SIGINT')
    assert.deepEqual(await stopped, { code: 0, signal: null })
    await start(port)
    await waitFor(areReady)
  }
  isOver = true
  await Promise.all(clients)

  assert.deepEqual(failures, [])
  assert.deepEqual(
    answers.filter(({ status }) => status !== 200 && status !== 201),
    [],
  )
  const closed = answers.filter(({ connection }) => connection === 'close')
  assert.ok(closed.length >= CLIENTS, 'connections were closed politely')
})
