import { spawn, execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { plain } from './figure.ts'
import type { Figure } from './figure.ts'
import { freePort, load, peakMemoryMiB } from './load.ts'

const run = promisify(execFile)

/** All parts: start to ready on an existing data directory, and memory of the process with API and ingest under sends. */
export async function benchStart(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    INGEST_PORT: String(await freePort()),
    SIMULATOR_PORT: String(await freePort()),
    LOG_LEVEL: 'error',
  }
  try {
    const first = await startProduct(env)
    await first.stop()
    const times: number[] = []
    for (let round = 0; round < 5; round++) {
      const product = await startProduct(env)
      times.push(product.readyMs)
      await product.stop()
    }
    const product = await startProduct(env)
    const memory = await loadProduct(product, env)
    await product.stop()
    const slowest = Math.max(...times)
    return [
      plain('first start to ready, empty directory', `${first.readyMs.toFixed(0)} ms`),
      {
        what: 'start to ready on an existing directory, slowest of 5',
        value: `${slowest.toFixed(0)} ms`,
        bound: '< 3000 ms',
        isMet: slowest < 3000,
      },
      plain('sends while memory was read', `${memory.rate.toFixed(0)}/s`),
      {
        what: 'most memory of the first process under that load',
        value: `${memory.peakMiB.toFixed(0)} MiB`,
        bound: '< 250 MiB',
        isMet: memory.peakMiB < 250,
      },
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Product = { pid: number; readyMs: number; url: string; stop: () => Promise<void> }

async function startProduct(env: NodeJS.ProcessEnv): Promise<Product> {
  const began = performance.now()
  const child = spawn(process.execPath, ['server/main.ts', 'start', '--demo', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`start ended with ${code}`)))
  })
  const readyMs = performance.now() - began
  return {
    pid: child.pid!,
    readyMs,
    url: `http://127.0.0.1:${env['PORT']}`,
    stop: async () => {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function loadProduct(product: Product, env: NodeJS.ProcessEnv) {
  const { stdout } = await run(
    process.execPath,
    [
      'server/main.ts',
      'keys',
      'create',
      '--json',
      '--workspace',
      'demo',
      '--name',
      'bench',
      '--scopes',
      '*',
      '--rate-limit',
      'off',
    ],
    { env },
  )
  const { api_key } = JSON.parse(stdout) as { api_key: { secret: string } }
  const headers = { authorization: `Bearer ${api_key.secret}` }
  const answer = await fetch(`${product.url}/api/v1/chats`, { headers })
  const { data } = (await answer.json()) as { data: { id: string }[] }
  const result = await load({
    url: `${product.url}/api/v1/messages/send`,
    seconds: 15,
    headers,
    bodies: data.map((chat) => ({ conversation_id: chat.id, message: 'Thank you, all is well.' })),
  })
  return { rate: result.rate, peakMiB: await peakMemoryMiB(product.pid) }
}
