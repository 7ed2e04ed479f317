import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { createPool } from '#db/pool.ts'
import { createBatchedAnswer } from '#http/create-batched-answer.ts'
import { beforeClose, openTestContext } from '#test/context.ts'
import { createTestWorkspace, testPhone } from '#test/factories.ts'
import { createContacts, findContactPhones } from './create-contact.ts'

const { context, url } = await openTestContext()
const pool = createPool({ url, max: 2, name: 'parley test', onError: () => undefined })
beforeClose(context, () => pool.end())

const create = createBatchedAnswer(201, {
  before: findContactPhones,
  run: createContacts,
  isShared: true,
})
const keyOf = (key: string) => ({ route: 'POST /contacts', key, fingerprint: Buffer.from(key) })

async function setUp(count: number): Promise<Scope[]> {
  const scopes = []
  for (let index = 0; index < count; index++)
    scopes.push((await createTestWorkspace(context)).scope)
  return scopes
}

const namesOf = async (scope: Scope) => {
  const rows = await scope.db
    .selectFrom('people')
    .select('name')
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.name)
}

test('contacts of several workspaces are created in one transaction, each once for its key', async () => {
  const scopes = await setUp(3)
  const phone = testPhone()
  const send = () =>
    Promise.all(
      scopes.map((scope) => create(scope, { name: scope.workspaceId, phone }, keyOf('same key'))),
    )
  const first = await send()
  const second = await send()
  assert.deepEqual(
    second.map(({ body, replayed }) => [body, replayed]),
    first.map(({ body }) => [body, true]),
  )
  for (const scope of scopes) assert.deepEqual(await namesOf(scope), [scope.workspaceId])
  const { rows } = await pool.query<{ xmin: string }>(
    'select distinct xmin::text from people where workspace_id = any ($1)',
    [scopes.map(({ workspaceId }) => workspaceId)],
  )
  assert.equal(rows.length, 1)
})

test('an input that is refused in one workspace is created in all others', async () => {
  const scopes = await setUp(3)
  const answers = await Promise.allSettled(
    scopes.map((scope, index) => create(scope, index === 1 ? {} : { name: 'Ada' }, undefined)),
  )
  assert.deepEqual(
    answers.map((answer) =>
      answer.status === 'fulfilled' ? answer.value.status : answer.reason.code,
    ),
    [201, 'validation_failed', 201],
  )
  for (const [index, scope] of scopes.entries())
    assert.deepEqual(await namesOf(scope), index === 1 ? [] : ['Ada'])
})

test('a workspace whose counter is locked delays the contacts of no other', async () => {
  const [locked, ...others] = await setUp(3)
  await Promise.all([locked!, ...others].map((scope) => create(scope, { name: 'Ada' }, undefined)))
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select from workspace_counters where workspace_id = $1 for update', [
      locked!.workspaceId,
    ])
    const waiting = create(locked!, { name: 'Bo' }, undefined)
    await Promise.all(others.map((scope) => create(scope, { name: 'Bo' }, undefined)))
    // Later ones do not even meet the lock.
    await Promise.all(others.map((scope) => create(scope, { name: 'Cy' }, undefined)))
    assert.deepEqual(await namesOf(locked!), ['Ada'])
    await client.query('rollback')
    assert.equal((await waiting).status, 201)
  } finally {
    client.release()
  }
  assert.deepEqual(await namesOf(locked!), ['Ada', 'Bo'])
  for (const scope of others) assert.deepEqual(await namesOf(scope), ['Ada', 'Bo', 'Cy'])
})
