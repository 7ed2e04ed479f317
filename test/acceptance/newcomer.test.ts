import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { requirePrograms } from '../require-programs.ts'
import Stripe from 'stripe'
import { readPidFile, stopOrphan } from '#db/embedded/stop-orphan.ts'
import { isOwned } from '#db/embedded/take-ownership.ts'
import { createCall } from '../call.ts'
import { findPorts, startProgram, untilReady } from '../processes.ts'
import type { Program, ProgramEnv } from '../processes.ts'
import { startReceiver } from '../receiver.ts'
import { waitFor } from '../wait-for.ts'
import { sessionCookieOf } from '../answer.ts'

const programs: Program[] = []
const home = await mkdtemp(join(tmpdir(), 'parley newcomer '))
const dataDir = join(home, 'data')

after(async () => {
  await Promise.all(programs.map((program) => program.end()))
  await stopOrphan(join(dataDir, 'postgres'), () => undefined)
  await rm(home, { recursive: true, force: true })
})

async function npmStart(env: ProgramEnv): Promise<Program> {
  const program = startProgram(['npm', 'start'], env, { inGroup: true })
  programs.push(program)
  return untilReady(program, env)
}

/** Runs a pasted line in a shell and returns its JSON output. */
function paste(line: string) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line.replace('curl', 'curl -sS')])
  assert.equal(status, 0, stderr.toString())
  return JSON.parse(stdout.toString())
}

/** Presses Ctrl-C in the terminal of a start and checks that its database stopped. */
async function interrupt(program: Program): Promise<void> {
  const { pid } = readPidFile(join(dataDir, 'postgres'))
  await program.end('SIGINT')
  assert.throws(() => process.kill(pid!, 0), 'the database is gone before the prompt is back')
  assert.ok(!isOwned(dataDir))
}

test(
  'who only knows npm start receives a message, answers it with curl and sees the signed webhook',
  { skip: requirePrograms('curl') },
  async () => {
    const [port, ingestPort, simulatorPort] = (await findPorts(3)) as [number, number, number]
    const env = {
      DATA_DIR: dataDir,
      PORT: `${port}`,
      INGEST_PORT: `${ingestPort}`,
      SIMULATOR_PORT: `${simulatorPort}`,
      ALLOW_LOCAL_WEBHOOKS: 'true',
    }
    const first = await npmStart(env)
    const text = first.stdout()
    assert.match(text, new RegExp(`http://localhost:${port}\\b`))
    assert.match(text, new RegExp(`http://localhost:${ingestPort}\\b`))
    const value = (pattern: RegExp) => pattern.exec(text)?.[1] ?? assert.fail(`${pattern}: ${text}`)
    const key = value(/(sk_live_\w+)/)
    const [email, password] = [value(/Admin +(\S+)/), value(/Password +(\S+)/)]
    const [list, inbound] = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.startsWith('curl ')) as [string, string]

    // Signs in, and registers an endpoint.
    const url = `http://localhost:${port}`
    const signedIn = await createCall(url)('POST /api/auth/sign-in/email', {
      body: { email, password },
    })
    const cookie = sessionCookieOf(signedIn)
    const receiver = await startReceiver()
    after(() => receiver.close())
    const admin = createCall(url, { cookie, origin: url })
    const endpoint = await admin('POST /api/developer/webhooks', { body: { url: receiver.url } })
    assert.equal(endpoint.status, 201, endpoint.text)

    // Writes as a customer, sees it in the list, and answers.
    assert.equal(paste(inbound).delivered, true)
    const said = JSON.parse(/-d '(.+?)' /.exec(inbound)![1]!).text
    const chat = await waitFor(() => {
      const [newest] = paste(list).data
      return newest?.last_message.text === said ? newest : undefined
    })
    const answer = paste(
      `curl -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' ` +
        `-d '{"conversation_id":"${chat.id}","message":"It is on its way"}' ${url}/api/v1/messages/send`,
    )
    assert.equal(answer.status, 'queued')
    const [request] = await receiver.waitFor(1)
    const event = new Stripe('sk_test_unused').webhooks.constructEvent(
      request!.body,
      request!.headers['x-service-signature'] as string,
      endpoint.body.secret,
    ) as unknown as { type: string; data: { id: string } }
    assert.equal(event.type, 'message.sent')
    assert.equal(event.data.id, answer.id)
    await waitFor(() => {
      const line = `curl -H 'Authorization: Bearer ${key}' ${url}/api/v1/messages/${answer.id}`
      return paste(line).status === 'delivered'
    })

    await interrupt(first)

    const second = await npmStart(env)
    assert.ok(!second.stdout().includes(password) && !second.stdout().includes('sk_live_'))
    const kept = paste(list).data[0]
    assert.equal(kept.id, chat.id)
    assert.equal(kept.last_message.text, 'It is on its way')
    const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
    assert.doesNotMatch(log, /was interrupted|not properly shut down/)
    await interrupt(second)
  },
)
