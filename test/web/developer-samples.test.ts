import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { requirePrograms } from '../require-programs.ts'
import { attemptHeaders } from '#lib/outgoing/attempt-headers.ts'
import { newId } from '#lib/ids.ts'
import { findPorts, openTempDir } from '../processes.ts'
import { startProduct } from '../acceptance/product.ts'
import { textPayload, whatsappEnv } from '../outside.ts'
import { waitFor } from '../wait-for.ts'
import { readSamples, sendSamples } from '../../web/features/developer/samples/call.ts'
import { followSamples } from '../../web/features/developer/samples/follow.ts'
import { onceSamples } from '../../web/features/developer/samples/once.ts'
import { formSamples } from '../../web/features/forms/form-samples.ts'
import { postInboundSamples } from '../../web/features/developer/samples/post-inbound.ts'
import { receiveSamples, verifySamples } from '../../web/features/developer/samples/verify.ts'

type Language = keyof typeof receiveSamples
type Outcome = { code: number | null; stdout: string; stderr: string }

const dir = await openTempDir()
const FILES = { curl: 'sh', typescript: 'mts', python: 'py' } as const
const PROGRAMS = { curl: 'sh', typescript: process.execPath, python: 'python3' } as const
const NEEDS = { curl: ['sh', 'curl', 'openssl'], typescript: [], python: ['python3'] }

/** Returns why samples in a language cannot run here; false if they can. */
function missing(language: Language): string | false {
  return requirePrograms(...NEEDS[language])
}

async function start(language: Language, code: string, env: Record<string, string>) {
  const digest = createHash('sha256').update(code).digest('hex').slice(0, 16)
  const file = join(dir, `sample-${digest}.${FILES[language]}`)
  await writeFile(file, code)
  const { PATH = '', HOME = '/' } = process.env
  return spawn(PROGRAMS[language], [file], { cwd: dir, env: { PATH, HOME, ...env } })
}

/** Runs a sample to its end. */
async function run(
  language: Language,
  code: string,
  env: Record<string, string> = {},
): Promise<Outcome> {
  const child = await start(language, code, env)
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (text) => (stdout += text))
  child.stderr.on('data', (text) => (stderr += text))
  const code_ = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code: code_, stdout, stderr }
}

const secret = `whsec_${'a1B2'.repeat(12)}`
const body = Buffer.from(
  JSON.stringify({ id: newId(), type: 'message.received', test: false, data: { text: 'नमस्ते 🙏' } }),
)

function signed(secrets: string[], at = new Date()): string {
  const delivery = { id: newId(), eventId: newId(), eventType: 'message.received', number: 1, body }
  return attemptHeaders(secrets, delivery, at)['X-Service-Signature']!
}

/** A receiver's expected result for a body and a signature. */
const CASES: { name: string; header: string; body?: Buffer; isOurs: boolean }[] = [
  { name: 'ours', header: signed([secret]), isOurs: true },
  {
    name: 'ours, while the secret is rotated',
    header: signed([`whsec_${'z9'.repeat(24)}`, secret]),
    isOurs: true,
  },
  {
    name: 'of another secret',
    header: signed([`whsec_${'x7'.repeat(24)}`]),
    isOurs: false,
  },
  {
    name: 'of another body',
    header: signed([secret]),
    body: Buffer.concat([body, Buffer.from(' ')]),
    isOurs: false,
  },
  {
    name: 'of long ago',
    header: signed([secret], new Date(Date.now() - 3_600_000)),
    isOurs: false,
  },
  {
    name: 'of the future',
    header: signed([secret], new Date(Date.now() + 3_600_000)),
    isOurs: false,
  },
  { name: 'without a time', header: signed([secret]).replace(/^t=\d+/, 't='), isOurs: false },
  { name: 'cut off', header: signed([secret]).slice(0, -2), isOurs: false },
  { name: 'nonsense', header: 'v1,t', isOurs: false },
  { name: 'without a signature', header: '', isOurs: false },
]

/** Starts the receiver of a sample and returns its URL. */
async function startSampleReceiver(language: 'typescript' | 'python'): Promise<string> {
  const port = String((await findPorts(1))[0])
  const child = await start(language, receiveSamples[language], {
    PORT: port,
    WEBHOOK_SECRET: secret,
  })
  after(() => child.kill())
  let stderr = ''
  child.stderr.on('data', (text) => (stderr += text))
  const url = `http://127.0.0.1:${port}/`
  await waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`The sample ended: ${stderr}`)
      return fetch(url, { method: 'POST' }).then(
        () => true,
        () => false,
      )
    },
    { what: 'the receiver of the sample' },
  )
  return url
}

for (const language of ['typescript', 'python'] as const)
  test(
    `the receiver in ${language} takes what we signed, and nothing else`,
    { skip: missing(language) },
    async () => {
      const url = await startSampleReceiver(language)
      for (const each of CASES) {
        const response = await fetch(url, {
          method: 'POST',
          body: new Uint8Array(each.body ?? body),
          headers: { 'x-service-signature': each.header },
        })
        assert.equal(response.status, each.isOurs ? 204 : 400, `a signature ${each.name}`)
      }
    },
  )

test('the curl sample signs as we do', { skip: missing('curl') }, async () => {
  const RECEIVER_URL = await startSampleReceiver('typescript')
  const right = await run('curl', receiveSamples.curl, { RECEIVER_URL, WEBHOOK_SECRET: secret })
  assert.match(right.stdout, /^HTTP\/1\.1 204/, right.stderr)
  const wrong = await run('curl', receiveSamples.curl, { RECEIVER_URL, WEBHOOK_SECRET: 'whsec_' })
  assert.match(wrong.stdout, /^HTTP\/1\.1 400/, wrong.stderr)
})

test('the shell computes the signature that we send', { skip: missing('curl') }, async () => {
  const at = 1_760_000_000
  await writeFile(join(dir, 'body.json'), body)
  const { stdout } = await run('curl', verifySamples.curl, { WEBHOOK_SECRET: secret })
  const [, hex] = /v1=(\w+)/.exec(signed([secret], new Date(at * 1000)))!
  assert.ok(stdout.trim().endsWith(hex!), stdout)
})

test('the sample keeps an event once', async () => {
  const env = { EVENTS_DB: ':memory:' }
  const samples = onceSamples('http://localhost')
  const twice = `\nconsole.log(keepOnce('{"id":"a"}'), keepOnce('{"id":"a"}'), keepOnce('{"id":"b"}'))`
  const typescript = await run('typescript', samples.typescript + twice, env)
  assert.equal(typescript.stdout.trim(), 'true false true', typescript.stderr)
})

test('the sample in Python keeps an event once', { skip: missing('python') }, async () => {
  const samples = onceSamples('http://localhost')
  const twice = `\nprint(keep_once(b'{"id":"a"}'), keep_once(b'{"id":"a"}'), keep_once(b'{"id":"b"}'))`
  const { stdout, stderr } = await run('python', samples.python + twice, { EVENTS_DB: ':memory:' })
  assert.equal(stdout.trim(), 'True False True', stderr)
})

describe('against the product', async () => {
  const product = await startProduct()
  const url = `http://localhost:${product.env['PORT']}`
  const ingestUrl = `http://localhost:${product.env['INGEST_PORT']}`
  const env = { PARLEY_API_KEY: product.key }
  const customer = { id: 'wamid.sample', from: '919812300001', name: 'Kavya Iyer', text: 'Hello' }
  await product.postSigned(textPayload(product.phoneNumberId, [customer]))
  const chat = await waitFor(async () => (await product.api('GET /api/v1/chats')).body.data[0])

  for (const language of ['curl', 'typescript', 'python'] as const)
    test(`the samples in ${language} do what they say`, { skip: missing(language) }, async () => {
      const read = await run(language, readSamples(url)[language], env)
      assert.equal(read.code, 0, read.stderr)
      assert.ok(read.stdout.includes(chat.id), read.stdout)

      const send = () => run(language, sendSamples(url)[language], env)
      const [sent, again] = [await send(), await send()]
      assert.match(sent.stdout, /queued/, sent.stderr)
      assert.equal(again.stdout, sent.stdout, 'the second run sent nothing')

      const follow = followSamples(url)[language].split('\n# Streams new events')[0]!
      const CURSOR_FILE = join(dir, `cursor-${language}`)
      const first = await run(language, follow, { ...env, CURSOR_FILE })
      assert.match(first.stdout, /message\.sent/, first.stderr)

      const before = await countQuestions()
      const post = postInboundSamples(ingestUrl, product.phoneNumberId)[language]
      const posted = await run(language, post, {
        WHATSAPP_APP_SECRET: whatsappEnv['WHATSAPP_APP_SECRET']!,
      })
      assert.match(posted.stdout, /\b200\b/, posted.stderr)
      await waitFor(async () => (await countQuestions()) === before + 1)
    })

  for (const language of ['curl', 'typescript', 'python'] as const)
    test(
      `a form takes what the sample in ${language} posts`,
      { skip: missing(language) },
      async () => {
        const { body: form } = await product.admin('POST /api/developer/forms', {
          body: { name: `Sample in ${language}` },
        })
        const { code, stderr } = await run(language, formSamples(form.url)[language])
        assert.equal(code, 0, stderr)
        await waitFor(async () => {
          const { body: page } = await product.admin('GET /api/developer/inbound?platform=form')
          return (
            page.data.filter(({ status }: { status: string }) => status === 'processed').length >
            ['curl', 'typescript', 'python'].indexOf(language)
          )
        })
      },
    )

  /** Counts the questions of the samples' customer. */
  async function countQuestions(): Promise<number> {
    const { body: page } = await product.api(`GET /api/v1/chats/${chat.id}/messages?limit=100`)
    return page.data.filter(({ text }: { text: string }) => text === 'Is my order on its way?')
      .length
  }
})
