/** Runs the tests against one PostgreSQL of their own: `node test/run.ts [files…] [--node-test-options]`. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { createClient } from '#db/pool.ts'

const folders = ['server', 'shared', 'simulator', 'web', 'lint', 'scripts', 'test']
const given = process.argv.slice(2)
const options = given.filter((argument) => argument.startsWith('--'))
const files = given.filter((argument) => !argument.startsWith('--'))

const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'))
const database = await startEmbedded({
  dataDir,
  log: () => undefined,
  settings: {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    autovacuum: 'off',
  },
})
try {
  const template = new URL(database.url)
  template.pathname = '/parley_template'
  const client = createClient(database.url, 'parley test')
  await client.connect()
  await client.query('create database parley_template')
  await client.end()
  await migrate(template.href)
  process.exitCode = await runTests(database.url)
} finally {
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}

function runTests(url: string): Promise<number> {
  const chosen = files.length > 0 ? files : folders.map((folder) => `${folder}/**/*.test.ts`)
  const child = spawn(
    process.execPath,
    [
      '--test',
      // Each file may start several processes and a browser: more at once only wait for one another.
      '--test-concurrency=3',
      '--test-timeout=240000',
      '--test-force-exit',
      ...options,
      ...chosen,
    ],
    { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: url } },
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}
