import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createApiKey } from '#account/keys/create-api-key.ts'
import { createUnusable } from '#db/transaction.ts'
import { startWorker } from '../server/worker.ts'
import { openTestContext } from './context.ts'
import { createTestWorkspace } from './factories.ts'
import { waitFor } from './wait-for.ts'

const SERVER = join(import.meta.dirname, '../server')
const { context, url } = await openTestContext()
const sources = globSync('**/*.ts', { cwd: SERVER })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(SERVER, file), 'utf8') }))

test('a worker applies what a killed process left in the outbox', async () => {
  const { scope, workspaceId } = await createTestWorkspace(context)
  const killed = { ...scope, db: createUnusable('killed') }
  await assert.rejects(createApiKey(killed, { name: 'CI', scopes: ['read'] }), /killed/)
  await context.directory
    .updateTable('directory_outbox')
    .set({ due_at: new Date(0) })
    .execute()
  const worker = await startWorker(context, { url })
  after(() => worker.stop())
  await waitFor(async () => {
    const rows = await context.directory.selectFrom('directory_outbox').select('id').execute()
    return rows.length === 0
  })
  const entries = await context.db
    .selectFrom('audit_entries')
    .select('action')
    .where('workspace_id', '=', workspaceId)
    .execute()
  assert.deepEqual(entries, [{ action: 'api_key.created' }])
})

test('the worker knows every effect, each with a kind of its own', () => {
  const effects = sources.flatMap(({ text }) =>
    [...text.matchAll(/export const (\w+): Effect<[^=]*?> = \{\s*kind: '(\w+)'/g)].map((match) => ({
      name: match[1]!,
      kind: match[2]!,
    })),
  )
  const worker = sources.find(({ file }) => file === 'worker.ts')!.text
  const [, list] = /const EFFECTS: Effect<never>\[\] = \[([^\]]*)\]/.exec(worker)!
  const known = list!.split(',').map((name) => name.trim())
  assert.deepEqual(
    known.filter((name) => name !== '').toSorted(),
    effects.map(({ name }) => name).toSorted(),
  )
  assert.equal(new Set(effects.map(({ kind }) => kind)).size, effects.length)
})
