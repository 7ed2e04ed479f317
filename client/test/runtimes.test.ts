import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { startProduct } from '#test/acceptance/product.ts'
import { testPhone } from '#test/factories.ts'
import { textPayload } from '#test/outside.ts'
import { findPorts, openTempDir, startProgram } from '#test/processes.ts'
import { waitFor } from '#test/wait-for.ts'
import { onlyInReleaseCheck } from '#test/only-in-release-check.ts'
import { openBrowser } from '#test/web/browser.ts'
import { ROOT } from '../generator/read-description.ts'
import { packTypescript } from '../packing/pack-typescript.ts'
import { catchWebhook } from './catch-webhook.ts'
import type { Input } from './runtimes/program.ts'
import { servePage } from './runtimes/serve-page.ts'

/** The output of the program, which is the same in every runtime. */
const EXPECTED = [
  'created Meera',
  'refused 422',
  'conversations 2',
  'sent Hello',
  'uploaded hello.txt',
  'verified contact.created',
  'forged refused',
  'streamed contact.created',
]
/** The program for runtimes with a command line. */
const COMMAND = `import * as client from '@parley/client'
import { runProgram } from './program.js'
console.log(JSON.stringify(await runProgram(client, JSON.parse(process.env.INPUT))))`
/** Code that answers one message with the result of the program, for workers. */
const ANSWER = `import * as client from './client/index.js'
import { runProgram } from './program.js'
const answer = (input, port) => runProgram(client, input).then((lines) => port.postMessage(lines), (err) => port.postMessage([String(err)]))\n`

const skip = onlyInReleaseCheck('runtimes')
const start = promisify(execFile)

const { admin, api, env, key, phoneNumberId, postSigned } = await startProduct()
const apiUrl = `http://127.0.0.1:${env['PORT']}`
const folder = await openTempDir()
const webhook = await catchWebhook(admin, api)

before(async () => {
  const messages = ['919876500012', '919876500013'].map((from) => {
    return { id: `wamid.${from}`, from, name: 'Meera', text: 'Hi' }
  })
  await postSigned(textPayload(phoneNumberId, messages))
  await waitFor(async () => (await api('GET /api/v1/chats')).body.data.length === 2)
  const license = await readFile(join(ROOT, 'LICENSE'))
  const tarball = await packTypescript(join(ROOT, 'client/typescript'), license)
  await writeFile(join(folder, tarball.name), tarball.content)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await run('npm', ['install', '--silent', '--offline', join(folder, tarball.name)])
  const program = await readFile(join(import.meta.dirname, 'runtimes/program.ts'), 'utf8')
  await writeFile(join(folder, 'program.js'), stripTypeScriptTypes(program))
  await writeFile(join(folder, 'command.js'), COMMAND)
  await cp(join(folder, 'node_modules/@parley/client/dist'), join(folder, 'client'), {
    recursive: true,
  })
})

describe('the packed client works', () => {
  test('in the Node of this repository', async () => assertCommand(process.execPath))

  test('in a page, a worker and a service worker of Chromium', async () => {
    await writeFile(
      join(folder, 'index.html'),
      '<!doctype html><title>Try</title><link rel="icon" href="data:,">',
    )
    const worker = `${ANSWER}self.onmessage = ({ data }) => answer(data, self)`
    await writeFile(join(folder, 'worker.js'), worker)
    const service = `${ANSWER}self.onmessage = (event) => event.waitUntil(answer(event.data, event.ports[0]))
self.onactivate = (event) => event.waitUntil(self.clients.claim())`
    await writeFile(join(folder, 'service-worker.js'), service)
    const url = await servePage(folder, apiUrl)
    const { open, browser } = await openBrowser(url)
    after(() => browser.close())
    const { page, problems } = await open('/')
    const inPage = `(async (input) => {
      const { runProgram } = await import('/program.js')
      return runProgram(await import('/client/index.js'), input)
    })`
    const inWorker = `(input) => new Promise((resolve, reject) => {
      const worker = new Worker('/worker.js', { type: 'module' })
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = ({ message }) => reject(new Error(message))
      worker.postMessage(input)
    })`
    const inServiceWorker = `(async (input) => {
      await navigator.serviceWorker.register('/service-worker.js', { type: 'module' })
      const { active } = await navigator.serviceWorker.ready
      const { port1, port2 } = new MessageChannel()
      const answer = new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data) })
      active.postMessage(input, [port2])
      return answer
    })`
    for (const place of [inPage, inWorker, inServiceWorker]) {
      const call = `(${place})(${JSON.stringify(toInput(url))})`
      assert.deepEqual(await page.evaluate(call), EXPECTED)
    }
    // The browser reports each 422.
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('422')),
      [],
    )
  })

  describe('in other runtimes', { skip }, () => {
    if (skip) return

    test('in Node 20.0.0, the oldest one', async () => {
      await install('node@20.0.0')
      await assertCommand(join(folder, 'node_modules/node/bin/node'))
    })

    test('in Bun', async () => {
      await install('bun@1.4.5')
      await assertCommand(join(folder, 'node_modules/.bin/bun'), 'run')
    })

    test('in Deno', async () => {
      await install('deno@2.9.6')
      const rights = ['--allow-env=INPUT', `--allow-net=127.0.0.1:${env['PORT']}`]
      await assertCommand(join(folder, 'node_modules/.bin/deno'), 'run', '--no-prompt', ...rights)
    })

    test('in workerd, the runtime of Cloudflare Workers', async () => {
      await install('workerd@1.20261117.1')
      const port = await startWorkerd()
      const body = JSON.stringify(toInput(apiUrl))
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })
      assert.deepEqual(await answer.json(), EXPECTED)
    })
  })
})

function toInput(url: string): Input {
  return { url, apiKey: key, phone: testPhone(), webhook }
}

/** Runs the program by a command and compares its output. */
async function assertCommand(command: string, ...args: string[]): Promise<void> {
  const INPUT = JSON.stringify(toInput(apiUrl))
  const { stdout, stderr } = await run(command, [...args, 'command.js'], { INPUT })
  assert.deepEqual(JSON.parse(stdout), EXPECTED)
  assert.equal(stderr, '')
}

/** Starts workerd with the program, and returns its port. */
async function startWorkerd(): Promise<number> {
  const [port] = await findPorts(1)
  const worker = `import * as client from './client/index.js'
import { runProgram } from './program.js'
export default {
  fetch: async (request) =>
    Response.json(await runProgram(client, await request.json()).catch((err) => [String(err)])),
}`
  await writeFile(join(folder, 'workerd.js'), worker)
  const names = await readdir(join(folder, 'client'), { recursive: true })
  const files = names.filter((name) => name.endsWith('.js')).map((name) => `client/${name}`)
  const modules = ['workerd.js', 'program.js', ...files]
    .map((name) => `(name = "${name}", esModule = embed "${name}")`)
    .join(', ')
  const configuration = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [${modules}], compatibilityDate = "2026-11-01")),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);`
  await writeFile(join(folder, 'workerd.capnp'), configuration)
  const command = [
    join(folder, 'node_modules/.bin/workerd'),
    'serve',
    join(folder, 'workerd.capnp'),
  ]
  const program = startProgram(command as [string, ...string[]], {})
  after(() => program.end('SIGKILL'))
  await waitFor(() =>
    fetch(`http://127.0.0.1:${port}/none`).then(
      () => true,
      () => undefined,
    ),
  )
  return port!
}

async function install(...packages: string[]): Promise<void> {
  await run('npm', ['install', '--silent', '--no-save', ...packages])
}

/** Runs a command in the folder of the package and returns its output. */
async function run(command: string, args: string[], variables: Record<string, string> = {}) {
  const options = { cwd: folder, timeout: 300_000, env: { ...process.env, ...variables } }
  return start(command, args, options).catch((err: unknown) => {
    const { stdout, stderr } = err as { stdout: string; stderr: string }
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: err })
  })
}
