import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { before, test } from 'node:test'
import { startEmbedded } from '#db/embedded/start-embedded.ts'
import { migrate } from '#db/migrating/migrate.ts'
import { nodeCommand, openTempDir, runCommand, runJson, startProgram } from '../processes.ts'
import { startServer } from '../processes.ts'
import { onlyInReleaseCheck } from '../only-in-release-check.ts'
import { query } from '../query.ts'
import { waitFor } from '../wait-for.ts'

/** It downloads PostgreSQL 17, once. */
const skip = onlyInReleaseCheck('old-postgres')

const ROOT = resolve(import.meta.dirname, '../..')
const ROWS = 300_000
const env = { SECRET_KEY: 'a7'.repeat(32), DEMO: 'false', LOG_LEVEL: 'info' }

let folder: string
const log = () => undefined

before(() => {
  if (skip) return
  const install = [join(ROOT, 'scripts/install.cjs'), '--postgres', '17']
  const { status, stderr } = spawnSync(process.execPath, install, { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
})

/** Creates a data folder of PostgreSQL 17 with a workspace and many rows. */
async function createOldData(): Promise<string> {
  const dataDir = join(await openTempDir(), 'data')
  const old = await startEmbedded({ dataDir, major: '17', log })
  await migrate(old.url)
  await runJson(['workspaces', 'create', '--name', 'Corner'], { ...env, DATABASE_URL: old.url })
  const rows = `select sha256(n::text::bytea), '2100-01-01' from generate_series(1, ${ROWS}) as n`
  await query(old.url, `insert into used_challenges ${rows}`)
  await old.stop()
  assert.equal(versionOf(dataDir, 'postgres'), '17')
  return dataDir
}

function versionOf(dataDir: string, name: string): string | undefined {
  const path = join(dataDir, name, 'PG_VERSION')
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

/** Returns the sizes of the files in the folders whose names begin with `start`. */
function sizesIn(dataDir: string, start: string): number[] {
  return readdirSync(dataDir)
    .filter((name) => name.startsWith(start))
    .flatMap((name) => readdirSync(join(dataDir, name)).map((each) => join(dataDir, name, each)))
    .flatMap((path) => statSync(path, { throwIfNoEntry: false })?.size ?? [])
}

const TRANSFER = 'postgres.unfinished-transfer-'

/** The moments at which the process is killed. */
const MOMENTS: [string, (dataDir: string) => boolean][] = [
  ['the new cluster is created', (dataDir) => existsSync(join(dataDir, 'postgres.upgrading'))],
  ['the copy is written', (dataDir) => sizesIn(dataDir, TRANSFER).some((size) => size > 1_000_000)],
  [
    'the copy is restored',
    (dataDir) =>
      readdirSync(dataDir).some(
        (name) => name.startsWith(TRANSFER) && existsSync(join(dataDir, name, 'copy.backup')),
      ),
  ],
  [
    'the folders are exchanged',
    (dataDir) =>
      existsSync(join(dataDir, 'postgres.upgraded')) || existsSync(join(dataDir, 'postgres-17')),
  ],
]

test(
  'a database of PostgreSQL 17 is upgraded at the start, whenever that is killed, and kept',
  { skip },
  async () => {
    const dataDir = await createOldData()
    folder = dataDir
    const own = { ...env, DATA_DIR: dataDir, PORT: '0', INGEST_PORT: '0', SIMULATOR_PORT: '0' }
    const refused = await runCommand(['workspaces', 'create', '--name', 'Other'], own)
    assert.match(
      refused.stderr,
      /written by PostgreSQL 17, .* Start Parley once, which upgrades it/,
    )
    for (const [moment, isNow] of MOMENTS) {
      const program = startProgram(nodeCommand('server/main.ts', 'start', '--json'), own)
      await waitFor(() => isNow(dataDir) || !program.isRunning(), {
        what: moment,
        timeoutMs: 120_000,
      })
      assert.ok(program.isRunning(), program.stdout() + program.stderr())
      await program.end('SIGKILL')
      const version = versionOf(dataDir, 'postgres') ?? versionOf(dataDir, 'postgres.upgraded')
      assert.ok(version === '17' || versionOf(dataDir, 'postgres-17') === '17', moment)
    }
    const server = await startServer(own, ['--json'])
    try {
      const { database_url: url } = await runJson<{ database_url: string }>(['database-url'], own)
      const counts = `select current_setting('server_version_num')::int / 10000 as version,
      (select count(*)::int from used_challenges) as rows, (select string_agg(slug, ',') from workspaces) as slugs,
      (select rolsuper from pg_roles where rolname = current_user) as super`
      assert.deepEqual(await query(url, counts), [
        { version: 18, rows: ROWS, slugs: 'corner', super: false },
      ])
    } finally {
      await server.end()
    }
    assert.equal(versionOf(dataDir, 'postgres'), '18')
    assert.equal(versionOf(dataDir, 'postgres-17'), '17')
    const left = readdirSync(dataDir).filter((name) => /^postgres\.(up|un)/.test(name))
    assert.deepEqual(left, [])
    // The next start has nothing to do.
    await (await startServer(own, ['--json'])).end()
    assert.ok(!existsSync(join(dataDir, 'postgres-18')))
  },
)

test('the kept folder works with its own version', { skip }, async () => {
  const dataDir = join(await openTempDir(), 'data')
  await mkdir(dataDir)
  cpSync(join(folder, 'postgres-17'), join(dataDir, 'postgres'), { recursive: true })
  cpSync(join(folder, 'postgres.json'), join(dataDir, 'postgres.json'))
  const old = await startEmbedded({ dataDir, major: '17', log })
  try {
    const count = 'select count(*)::int as count from used_challenges'
    assert.deepEqual(await query(old.url, count), [{ count: ROWS }])
  } finally {
    await old.stop()
  }
})
