import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isTestFile, ROOT } from './paths.ts'

/** Takes a lock of the session, which a pooler would leave on a connection that others use. */
const SESSION_LOCK = /\bpg_(?:try_)?advisory_lock(?:_shared)?\(/
/** They connect to the server itself. */
const DIRECT = ['server/db/migrating/migrate.ts', 'server/moves/open-moving.ts']

test('statements that may go through a pooler lock for the transaction, not for the session', () => {
  const paths = globSync('server/**/*.{ts,sql}', { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !isTestFile(path))
  const locking = paths.filter((path) => SESSION_LOCK.test(readFileSync(join(ROOT, path), 'utf8')))
  assert.deepEqual(locking.toSorted(), DIRECT)
  assert.ok(!SESSION_LOCK.test('select pg_advisory_xact_lock(1)'))
})
