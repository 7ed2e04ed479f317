import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createTestDatabase } from '#test/context.ts'
import { openTempDir, runCommand } from '#test/processes.ts'

const PATH = process.env['PATH'] ?? ''
const SECRET_KEY = 'a1'.repeat(32)

/** Returns a PATH whose psql prints its arguments and its password, and exits with 3. */
async function plantPsql(): Promise<string> {
  const folder = await openTempDir()
  const script =
    '#!/bin/sh\n[ "$1" = --version ] && exit\nprintf "%s\\n" "$@" "$PGPASSWORD"\nexit 3\n'
  await writeFile(join(folder, 'psql'), script, { mode: 0o755 })
  return `${folder}:${PATH}`
}

test('psql opens the database with its arguments, without showing the password to other users', async () => {
  const path = await plantPsql()
  await using database = await createTestDatabase().then((made) => ({
    url: made.url,
    [Symbol.asyncDispose]: made.drop,
  }))
  const { password } = new URL(database.url)
  const ran = await runCommand(['psql', '--', '-c', 'select 1'], {
    DATABASE_URL: database.url,
    SECRET_KEY,
    PATH: path,
  })
  assert.equal(ran.code, 3, ran.stderr)
  assert.deepEqual(ran.stdout.split('\n'), [
    database.url.replace(`:${password}@`, '@'),
    '-c',
    'select 1',
    decodeURIComponent(password),
    '',
  ])
})

test('psql opens a stopped embedded database, and stops it afterwards', async () => {
  const [path, DATA_DIR] = [await plantPsql(), join(await openTempDir(), 'data')]
  const refused = await runCommand(['psql'], { DATA_DIR, PATH: path })
  assert.match(refused.stderr, /There is no embedded database in .*\. Set DATA_DIR to the folder/)
  assert.ok(!existsSync(DATA_DIR))
  assert.equal((await runCommand(['migrate'], { DATA_DIR })).code, 0)
  const { code, stdout } = await runCommand(['psql'], { DATA_DIR, PATH: path })
  assert.equal(code, 3)
  const [address, password] = stdout.split('\n')
  assert.match(address!, /^postgres:\/\/parley_app@127\.0\.0\.1:\d+\/parley\?host=/)
  assert.match(password!, /^\S{32}$/)
  assert.ok(!existsSync(join(DATA_DIR, 'postgres/postmaster.pid')))
})

test('a machine without psql is told where to get it', async () => {
  const { code, stderr } = await runCommand(['psql'], {
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    SECRET_KEY,
    PATH: '/nowhere',
  })
  assert.equal(code, 1)
  assert.match(stderr, /^psql is not installed\. .*postgresql-client.*database-url/)
})
