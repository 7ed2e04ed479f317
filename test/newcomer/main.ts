/**
 * Does what a newcomer does: clones the repository, runs `npm start`, and follows the quickstart of the README to the first
 * verified webhook. Prints how long each step takes. Fails if a step fails, not if it is slow.
 *
 * Needs git, bash, curl, and a filled cache of npm for times that can be compared.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { pasteBlocks } from '../docs/paste.ts'
import { onPorts, readQuickstart } from '../docs/quickstart.ts'
import { findPorts } from '../processes.ts'
import { waitFor } from '../wait-for.ts'

/** The bound for the whole way, in seconds. */
const BOUND = 180
/** The time limit for `npm start`, until the product answers, in ms. */
const START_MS = 10 * 60_000

const root = dirname(dirname(import.meta.dirname))
const folder = mkdtempSync(join(tmpdir(), 'parley-newcomer-'))
const clone = join(folder, 'parley')
const ports = await findPorts(4)
// The newcomer's own Node, not the one that the repository installs.
const PATH = process.env['PATH']!.split(delimiter)
  .filter((each) => !each.includes('node_modules'))
  .join(delimiter)
process.env['PATH'] = PATH
const env = {
  ...process.env,
  PATH,
  PORT: `${ports[0]}`,
  INGEST_PORT: `${ports[1]}`,
  SIMULATOR_PORT: `${ports[2]}`,
  ALLOW_LOCAL_WEBHOOKS: 'true',
}

/** Returns whether the newcomer's Node runs files of TypeScript. */
function runsTypeScript(): boolean {
  return execFileSync('node', ['-p', 'Boolean(process.features.typescript)'], { env })
    .toString()
    .startsWith('true')
}

let total = 0
async function step(name: string, work: () => unknown): Promise<void> {
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1000
  total += seconds
  print(name, seconds)
}

function print(name: string, seconds: number, bound = ''): void {
  process.stdout.write(`  ${name.padEnd(48)} ${seconds.toFixed(1).padStart(6)} s  ${bound}\n`)
}

process.stdout.write('From nothing to a verified webhook:\n')
let product: ReturnType<typeof spawn> | undefined
try {
  await step('git clone', () =>
    execFileSync('git', ['clone', '--quiet', `file://${root}`, clone], { stdio: 'inherit' }),
  )
  await step('npm start, until it answers', async () => {
    product = spawn('npm', ['start'], { cwd: clone, env, detached: true, stdio: 'ignore' })
    await waitFor(
      async () => {
        if (product!.exitCode !== null) throw new Error(`npm start ended: ${product!.exitCode}`)
        const url = `http://localhost:${ports[0]}/health/ready`
        return (await fetch(url).catch(() => null))?.ok
      },
      { what: 'the product', timeoutMs: START_MS },
    )
  })
  await step('the quickstart, until the webhooks are verified', async () => {
    const readme = readFileSync(join(clone, 'README.md'), 'utf8')
    // Python's pip takes what the client depends on from a registry, and Node runs TypeScript since 22.18.
    const left = runsTypeScript() ? ['python'] : ['python', 'typescript']
    const blocks = readQuickstart(onPorts(readme, ports)).filter(
      ({ tab }) => tab === null || !left.includes(tab),
    )
    await pasteBlocks(blocks, {
      folder: clone,
      output: join(folder, 'output.txt'),
      env: {},
      name: 'README.md',
    })
  })
  print('all', total, `≤ ${BOUND} s${total > BOUND ? '   MISSED' : ''}`)
} finally {
  if (product?.exitCode === null) {
    process.kill(-product.pid!, 'SIGTERM')
    await waitFor(() => product!.exitCode !== null || product!.signalCode !== null, {
      what: 'the end of the product',
      timeoutMs: 60_000,
    })
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
