import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startProduct } from '#test/acceptance/product.ts'
import { testPhone } from '#test/factories.ts'
import { textPayload } from '#test/outside.ts'
import { openTempDir, startProgram } from '#test/processes.ts'
import type { Program } from '#test/processes.ts'
import { startTcpProxy } from '#test/tcp-proxy.ts'
import { waitFor } from '#test/wait-for.ts'
import { packPython } from '../packing/pack-python.ts'
import { Parley } from '../typescript/src/index.ts'
import { catchWebhook } from './catch-webhook.ts'
import { preparePython } from './python/environment.ts'

const ROOT = dirname(dirname(import.meta.dirname))
const PROGRAMS = join(import.meta.dirname, 'python')
const MYPY_CACHE = join(ROOT, 'node_modules/.cache/mypy')

const prepared = await preparePython(process.env['CI'] !== undefined)
const skip = 'reason' in prepared && prepared.reason

describe('the Python client', { skip }, async () => {
  if ('reason' in prepared) return
  const { python } = prepared
  const { admin, api, env, key, phoneNumberId, postSigned } = await startProduct()
  const url = `http://127.0.0.1:${env['PORT']}`
  const folder = await openTempDir()
  // The content of the wheel, as pip installs it.
  const installed = join(folder, 'installed')
  const variables = {
    PARLEY_URL: url,
    PARLEY_API_KEY: key,
    PYTHONPATH: installed,
    PYTHONDONTWRITEBYTECODE: '1',
  }

  const start = (args: string[], more: Record<string, string> = {}) =>
    startProgram([python, ...args], { ...variables, ...more })

  async function finish(program: Program): Promise<string> {
    const { code } = await program.exited
    await program.isRead
    assert.equal(code, 0, program.stdout() + program.stderr())
    return program.stdout() + program.stderr()
  }

  before(async () => {
    const wheel = packPython(join(ROOT, 'client/python'), await readFile(join(ROOT, 'LICENSE')))
    assert.equal(wheel.name, 'parley_client-0.1.0-py3-none-any.whl')
    await writeFile(join(folder, wheel.name), wheel.content)
    await mkdir(installed)
    const quiet = ['--quiet', '--disable-pip-version-check', '--no-deps', '--no-index']
    await finish(
      start(['-m', 'pip', 'install', ...quiet, '--target', installed, join(folder, wheel.name)]),
    )
  })

  test('its package has types, a README, a licence, and only httpx as a dependency', async () => {
    assert.ok((await readdir(join(installed, 'parley'))).includes('py.typed'))
    const info = join(installed, 'parley_client-0.1.0.dist-info/METADATA')
    const metadata = await readFile(info, 'utf8')
    const dependencies = [...metadata.matchAll(/^Requires-Dist: (.*)$/gm)].map(([, name]) => name)
    assert.deepEqual(dependencies, [
      'httpx>=0.27,<1',
      "typing-extensions>=4.5; python_version < '3.11'",
    ])
    assert.match(metadata, /^Requires-Python: >=3\.10$/m)
    assert.match(metadata, /Catch an error by its code/)
    assert.match(metadata, /^License-Expression: Apache-2\.0\nLicense-File: LICENSE$/m)
    const license = 'parley_client-0.1.0.dist-info/licenses/LICENSE'
    assert.match(await readFile(join(installed, license), 'utf8'), /Apache License/)
    const version = await readFile(join(installed, 'parley/_version.py'), 'utf8')
    assert.match(version, /__version__ = "0\.1\.0"/)
  })

  test('it and the programs that use it pass mypy --strict, and it does for Python 3.10', async () => {
    const options = ['-m', 'mypy', '--strict', '--cache-dir', MYPY_CACHE]
    const more = { MYPYPATH: installed }
    const programs = (await readdir(PROGRAMS)).filter((name) => name.endsWith('.py'))
    const files = programs.map((name) => join(PROGRAMS, name))
    for (const args of [files, ['-p', 'parley', '--python-version', '3.10']]) {
      const output = await finish(start([...options, ...args], more))
      assert.match(output, /^Success: no issues found/m)
    }
  })

  test('the examples of its README run', async () => {
    const text = await readFile(join(ROOT, 'client/python/README.md'), 'utf8')
    const examples = [...text.matchAll(/```py\n(.*?)```/gs)].map(([, example]) => example!)
    const outputs = []
    for (const [number, example] of examples.entries()) {
      const file = join(folder, `example_${number}.py`)
      await writeFile(file, example)
      outputs.push((await finish(start([file]))).trim())
    }
    const [called, awaited, caught, listed, followed, requested, verified, uploaded] = outputs
    assert.deepEqual(
      [called, awaited, caught, listed],
      ['Meera Iyer', 'Arjun Rao', '422: not a number', 'Meera Iyer\nTrue'],
    )
    assert.match(followed!, /^[a-z_]+\.[a-z_]+ True$/)
    assert.deepEqual([requested, verified, uploaded], ['True', '', 'hello.txt'])
    assert.equal(outputs.length, 8)
  })

  test('its own tests pass against a real server', async () => {
    const slow = { name: 'slow', scopes: ['contacts:read'], rate_limit: 1 }
    const created = await admin('POST /api/developer/api-keys', { body: slow })
    const message = { id: 'wamid.python', from: '919876500011', name: 'Meera', text: 'Hi' }
    await postSigned(textPayload(phoneNumberId, [message]))
    const conversation = await waitFor(
      async () => (await api('GET /api/v1/chats')).body.data[0]?.id as string | undefined,
    )
    const output = await finish(
      start([join(PROGRAMS, 'test_client.py')], {
        SLOW_KEY: created.body.secret,
        CONVERSATION_ID: conversation!,
        DELIVERED: JSON.stringify(await catchWebhook(admin, api)),
      }),
    )
    assert.match(output, /^Ran 2\d tests in .*\n\nOK$/m)
  })

  test('its stream continues after the last event when the connection is cut', async () => {
    const proxy = await startTcpProxy(new URL(url))
    after(() => proxy.close())
    const create = (name: string) =>
      api('POST /api/v1/contacts', { body: { name, phone_e164: testPhone() } })
    const cursor = await findLastCursor()
    const program = start([join(PROGRAMS, 'stream.py')], { PARLEY_URL: proxy.url, AFTER: cursor })
    await create('First')
    await waitFor(() => program.stdout() === 'First\n' || !program.isRunning())
    await proxy.cut()
    await create('Second')
    await create('Third')
    proxy.restore()
    assert.equal(await finish(program), 'First\nSecond\nThird\n')
  })

  async function findLastCursor(): Promise<string> {
    let cursor = ''
    const { events } = new Parley({ apiKey: key, baseUrl: url })
    for await (const page of events.listEvents({ limit: 100 }).pages())
      cursor = page.next_cursor ?? cursor
    return cursor
  }
})
