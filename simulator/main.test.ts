import assert from 'node:assert/strict'
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
const ENV = {
  PATH: process.env.PATH,
  SIMULATOR_PORT: '0',
  WHATSAPP_APP_SECRET: 'lantern',
  WHATSAPP_VERIFY_TOKEN: 'knock',
  LOG_LEVEL: 'silent',
}

async function runToEnd(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (chunk) => (stderr += chunk))
  const [code] = await once(child, 'close')
  return { code, lines: stderr.trim().split('\n') }
}

test('a forked simulator says when it is ready and never outlives its parent', async () => {
  const child = fork(MAIN, { env: ENV, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [message] = await once(child, 'message')
  assert.equal(message.type, 'ready')
  assert.equal((await fetch(`http://127.0.0.1:${message.port}/health/ready`)).status, 200)
  child.disconnect()
  assert.deepEqual(await once(child, 'exit'), [0, null])
})

test('SIGTERM ends it cleanly', async () => {
  const child = fork(MAIN, { env: ENV, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await once(child, 'message')
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
})

test('a port in use is one clear line', async (t) => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  t.after(() => holder.close())
  const { port } = holder.address() as AddressInfo
  const { code, lines } = await runToEnd({ ...ENV, SIMULATOR_PORT: String(port) })
  assert.equal(code, 1)
  assert.equal(lines.length, 1)
  assert.match(lines[0]!, new RegExp(`${port}.*SIMULATOR_PORT`))
})

test('mistakes of the environment are listed, one line each', async () => {
  const { code, lines } = await runToEnd({ ...ENV, WHATSAPP_APP_SECRET: '', LOG_LEVEL: 'loud' })
  assert.equal(code, 1)
  assert.deepEqual(
    lines.map((line) => line.split(' ')[0]),
    ['WHATSAPP_APP_SECRET', 'LOG_LEVEL'],
  )
})
