import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { auditEffect } from '#account/audit/record-audit.ts'
import { createApiKey } from '#account/keys/create-api-key.ts'
import type { Context, Effect, Scope } from '../context.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { answerEffect } from './defer-answer.ts'
import { directoryTransaction } from '../directory-transaction.ts'
import { defer } from './defer.ts'
import { sweepOutbox } from './sweep-outbox.ts'
import { createUnusable, transaction } from '../transaction.ts'

const { context } = await openTestContext()
const EFFECTS = [auditEffect, answerEffect] as Effect<never>[]
let scope: Scope

before(async () => {
  scope = (await createTestWorkspace(context)).scope
})

/** Returns a context whose process ends between the commit of the directory and that of the tenant. */
function killed<C extends Context>(given: C): C {
  return { ...given, db: createUnusable('killed') }
}

/** Returns the context some seconds later. */
function later<C extends Context>(given: C, seconds: number): C {
  const at = Date.now() + seconds * 1000
  return { ...given, clock: { now: () => new Date(at) } }
}

async function listActions(workspaceId: string): Promise<string[]> {
  const rows = await context.db
    .selectFrom('audit_entries')
    .select('action')
    .where('workspace_id', '=', workspaceId)
    .execute()
  return rows.map(({ action }) => action)
}

async function countOutbox(): Promise<number> {
  return (await context.directory.selectFrom('directory_outbox').select('id').execute()).length
}

test('the effects of a change of the directory are applied before its result is returned', async () => {
  const { workspaceId, scope: own } = await createTestWorkspace(context)
  await createApiKey(own, { name: 'CI', scopes: ['read'] })
  assert.deepEqual(await listActions(workspaceId), ['api_key.created'])
  assert.equal(await countOutbox(), 0)
})

test('a process that ends between the two commits loses no effect, and none is applied twice', async () => {
  const { workspaceId, scope: own } = await createTestWorkspace(context)
  await assert.rejects(createApiKey(killed(own), { name: 'CI', scopes: ['read'] }), /killed/)
  assert.deepEqual(await listActions(workspaceId), [])
  await sweepOutbox(later(context, 3), EFFECTS)
  assert.deepEqual(await listActions(workspaceId), [], 'the request may still be at it')
  const rows = await context.directory.selectFrom('directory_outbox').selectAll().execute()
  const due = later(context, 6)
  await Promise.all([sweepOutbox(due, EFFECTS), sweepOutbox(due, EFFECTS)])
  // The process may also end before the row is deleted.
  await context.directory.insertInto('directory_outbox').values(rows).execute()
  await sweepOutbox(due, EFFECTS)
  assert.deepEqual(await listActions(workspaceId), ['api_key.created'])
  assert.equal(await countOutbox(), 0)
})

test('an effect that fails is retried later, and delays no other workspace', async () => {
  const failing: Effect<null> = { kind: 'failing', apply: () => Promise.reject(new Error('no')) }
  const deferred = directoryTransaction(scope, (tx) => defer(tx, failing, null))
  await assert.rejects(deferred, /no/)
  const { workspaceId, scope: own } = await createTestWorkspace(context)
  await assert.rejects(createApiKey(killed(own), { name: 'CI', scopes: ['read'] }), /killed/)
  await sweepOutbox(later(context, 6), [...EFFECTS, failing as Effect<never>])
  assert.deepEqual(await listActions(workspaceId), ['api_key.created'])
  assert.equal(await countOutbox(), 1)
  const repaired: Effect<null> = { ...failing, apply: async () => undefined }
  await sweepOutbox(later(context, 30), [repaired as Effect<never>])
  assert.equal(await countOutbox(), 1, 'its pause is not over')
  await sweepOutbox(later(context, 70), [repaired as Effect<never>])
  assert.equal(await countOutbox(), 0)
})

test('an effect with much work is applied in several transactions, and the next ones after it', async () => {
  const steps: string[] = []
  const long: Effect<string> = {
    kind: 'long',
    apply: async (_, name) => (steps.push(name) < 4 ? 'more' : undefined),
  }
  await directoryTransaction(scope, async (tx) => {
    await defer(tx, long, 'first')
    await defer(tx, long, 'second')
  })
  assert.deepEqual(steps, ['first', 'first', 'first', 'first', 'second'])
})

test('an effect for later is left to the worker', async () => {
  const applied: string[] = []
  const effect: Effect<string> = {
    kind: 'noted',
    apply: async (_, name) => void applied.push(name),
  }
  await directoryTransaction(scope, async (tx) => {
    await defer(tx, effect, 'at once')
    await defer(tx, effect, 'later', { afterMs: 60_000 })
  })
  await sweepOutbox(later(context, 50), [effect as Effect<never>])
  assert.deepEqual(applied, ['at once'])
  await sweepOutbox(later(context, 70), [effect as Effect<never>])
  assert.deepEqual(applied, ['at once', 'later'])
})

test('nothing is deferred by a transaction that is rolled back', async () => {
  const undone = directoryTransaction(scope, async (tx) => {
    await defer(tx, auditEffect, {
      id: scope.workspaceId,
      action: 'view.shared',
      target_type: 'view',
      target_id: null,
      data: '{}',
      occurred_at: new Date(),
    })
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  assert.equal(await countOutbox(), 0)
})

test('a transaction of one database cannot use the other', async () => {
  const read = (db: Context['db']) => db.selectFrom('users').select('id').execute()
  await assert.rejects(
    transaction(scope, (tx) => read(tx.directory)),
    /cannot use the directory/,
  )
  await assert.rejects(
    directoryTransaction(scope, (tx) => read(tx.db)),
    /cannot use a tenant's rows/,
  )
  await assert.rejects(
    transaction(scope, (tx) => directoryTransaction(tx, () => Promise.resolve())),
    /cannot use the directory/,
  )
})

test('a repeat of a request that was killed between the commits gets its answer, and changes nothing', async () => {
  const { workspaceId, scope: own } = await createTestWorkspace(context)
  const { call } = await openTestApi(context)
  const { headers } = await signInTestMember(call, own)
  const refuse = sql`create function refuse() returns trigger language plpgsql as
    'begin raise ''killed''; end'`
  await refuse.execute(context.db)
  // The claim of the key succeeds, the effects do not.
  await sql`create trigger refuse before insert on applied_effects execute function refuse()`.execute(
    context.db,
  )
  const post = () =>
    call('POST /api/developer/api-keys', {
      headers: { ...headers, 'idempotency-key': 'once' },
      body: { name: 'CI', scopes: ['read'] },
    })
  assert.equal((await post()).status, 500)
  assert.equal((await post()).body.code, 'idempotency_key_in_flight')
  await sql`drop trigger refuse on applied_effects`.execute(context.db)
  await sweepOutbox(later(context, 6), EFFECTS)
  const answer = await post()
  assert.equal(answer.status, 201, answer.text)
  assert.equal(answer.headers['idempotent-replayed'], 'true')
  assert.match(answer.body.secret, /./)
  const keys = await context.directory
    .selectFrom('api_keys')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .execute()
  assert.deepEqual(
    keys.map(({ id }) => id),
    [answer.body.id],
  )
})
