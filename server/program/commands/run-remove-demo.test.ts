import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createTestDatabase } from '#test/context.ts'
import { findPorts, openTempDir, runCommand, runJson, startServer } from '#test/processes.ts'
import { query } from '#test/query.ts'

type Users = { email: string }[]

async function openDemo() {
  const DATA_DIR = join(await openTempDir(), 'data')
  const [PORT, INGEST_PORT, SIMULATOR_PORT] = (await findPorts(3)).map(String) as [
    string,
    string,
    string,
  ]
  const env = { DATA_DIR, PORT, INGEST_PORT, SIMULATOR_PORT, LOG_LEVEL: 'warn' }
  return { env, server: await startServer(env, ['--demo', '--json']) }
}

/** Returns what `doctor` checks besides the database. */
async function listChecked(env: Record<string, string>): Promise<string[]> {
  const { stdout } = await runCommand(['doctor', '--json'], env)
  const { checks } = JSON.parse(stdout) as { checks: { name: string }[] }
  return checks.slice(4).map(({ name }) => name)
}

test('a folder that became real goes on without demo and simulator once the demo is removed', async () => {
  const { env, server } = await openDemo()
  await runJson(['workspaces', 'create', '--name', 'Corner Shop'], env)
  const at = ['--workspace', 'corner-shop', '--role', 'admin']
  const ada = ['--email', 'ada@corner.example', '--password', 'long enough words']
  await runJson(['users', 'create', ...ada, ...at], env)
  // An account of the demo that also works in the real workspace stays.
  const tom = ['--email', 'tom@demo.example', '--existing']
  const joined = await runCommand(['users', 'create', ...tom, ...at], env)
  assert.equal(joined.code, 0, joined.stderr)

  const unasked = await runCommand(['demo', 'remove'], env)
  assert.deepEqual([unasked.code, unasked.stdout], [1, ''])
  assert.match(unasked.stderr, /Confirm with --yes/)

  const invited = ['--email', 'real@corner.example', '--password', 'long enough words']
  await runJson(['users', 'create', ...invited, '--workspace', 'demo', '--role', 'agent'], env)
  const refused = await runCommand(['demo', 'remove', '--yes'], env)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /more than the demo: the member real@corner\.example\. Nothing was/)
  const { database_url } = await runJson<{ database_url: string }>(['database-url'], env)
  await query(
    database_url,
    `update memberships set removed_at = now() from users
      where users.id = user_id and email = 'real@corner.example'`,
  )

  // Its number is on the simulator, so no address of a platform has to resolve.
  assert.deepEqual(await listChecked(env), ['PORT', 'INGEST_PORT', 'SIMULATOR_PORT', 'secrets'])
  // While it runs, and with its workers at work.
  assert.ok(existsSync(join(env.DATA_DIR, 'whatsapp-app-secret')))
  const removed = await runCommand(['demo', 'remove', '--yes'], env)
  assert.equal(removed.code, 0, removed.stderr)
  assert.match(removed.stdout, /The demo was removed\. Restart Parley/)
  assert.ok(!existsSync(join(env.DATA_DIR, 'whatsapp-app-secret')))
  const emails = await query<Users[number]>(database_url, 'select email from users order by email')
  assert.deepEqual(
    emails.map(({ email }) => email),
    ['ada@corner.example', 'real@corner.example', 'tom@demo.example'],
  )
  await server.end()

  const next = await startServer(env, ['--json'])
  const ready = JSON.parse(next.stdout().split('\n')[0]!) as { demo: boolean; urls: object }
  assert.equal(ready.demo, false)
  assert.deepEqual(Object.keys(ready.urls).toSorted(), ['api', 'ingest'])
  const { workspaces } = await runJson<{ workspaces: { slug: string }[] }>(
    ['workspaces', 'list'],
    env,
  )
  assert.deepEqual(
    workspaces.map(({ slug }) => slug),
    ['corner-shop'],
  )
  assert.deepEqual(await listChecked(env), ['PORT', 'INGEST_PORT', 'secrets'])
  await next.end()
})

test('a stopped demo is removed, and a workspace that is only called demo is kept', async () => {
  const { env, server } = await openDemo()
  await server.end()
  assert.equal((await runCommand(['demo', 'remove', '--yes'], env)).code, 0)
  const again = await runCommand(['demo', 'remove', '--yes'], env)
  assert.match(again.stderr, /There is no demo workspace/)

  const database = await createTestDatabase()
  const own = { SECRET_KEY: 'a1'.repeat(32), DATABASE_URL: database.url }
  await runJson(['workspaces', 'create', '--name', 'Demo'], own)
  // A program uses it, and nobody signs in.
  await runJson(['keys', 'create', '--workspace', 'demo', '--name', 'Shop', '--scopes', '*'], own)
  const kept = await runCommand(['demo', 'remove', '--yes'], own)
  assert.match(kept.stderr, /There is no demo workspace/)
  const ada = ['--email', 'ada@corner.example', '--password', 'long enough words']
  await runJson(['users', 'create', ...ada, '--workspace', 'demo', '--role', 'admin'], own)
  assert.equal((await runCommand(['demo', 'remove', '--yes'], own)).code, 1)
  const { workspaces } = await runJson<{ workspaces: object[] }>(['workspaces', 'list'], own)
  assert.equal(workspaces.length, 1)
  await database.drop()
})
