import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId, NO_WORKSPACE } from '#lib/ids.ts'
import { testNotice } from '#test/notices.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { countRows, dayAt, keep, trim } from '#test/trimming.ts'

const { context } = await openTestContext()

test('processed payloads are deleted, others are kept, also without a known workspace', async () => {
  const { scope } = await createTestWorkspace(context)
  const add = async (workspaceId: string, status: string, days: number) => {
    const time = dayAt(days)
    await sql`
      insert into inbound_payloads (workspace_id, id, platform, body, status, due_at, received_at, processed_at)
      values (${workspaceId}, ${newId(time)}, 'whatsapp', 'x', ${status}, ${time}, ${time},
        ${status === 'pending' ? null : time})`.execute(scope.db)
  }
  for (const id of [scope.workspaceId, NO_WORKSPACE])
    for (const status of ['processed', 'unrouted', 'failed', 'pending'])
      for (const days of [0, 5]) await add(id, status, days)
  await trim(context, 31)
  for (const id of [scope.workspaceId, NO_WORKSPACE]) {
    const { rows } = await sql<{ status: string; days: number }>`
      select status, round(extract(epoch from received_at - ${dayAt(0)}) / 86400)::int as days
      from inbound_payloads where workspace_id = ${id} order by 1, 2`.execute(scope.db)
    assert.deepEqual(
      rows.map((row) => `${row.status} ${row.days}`),
      ['failed 0', 'failed 5', 'pending 0', 'pending 5', 'processed 5', 'unrouted 5'],
    )
  }
})

test('old fingerprints of form submissions are deleted, and recent ones still detect a repeat', async () => {
  const { scope } = await createTestWorkspace(context)
  const formId = newId()
  await sql`insert into forms (workspace_id, id, name, provider, created_at)
    values (${scope.workspaceId}, ${formId}, 'F', 'generic', now())`.execute(scope.db)
  await sql`
    insert into form_submissions (workspace_id, form_id, fingerprint, payload_id, seen_at)
    select ${scope.workspaceId}, ${formId}, number::text, ${newId()},
      ${dayAt(0)}::timestamptz + case when number <= 1200 then interval '0' else interval '5 days' end
    from generate_series(1, 1203) as number`.execute(scope.db)
  await sql`
    insert into form_submissions (workspace_id, form_id, fingerprint, payload_id, seen_at)
    values (${scope.workspaceId}, ${formId}, 'event:of-the-service', ${newId()}, ${dayAt(0)})`.execute(
    scope.db,
  )
  await trim(context, 31)
  // A service can deliver a submission again at any time.
  assert.equal(await countRows(scope, 'form_submissions'), 4)
})

test('hashes of erased contacts are deleted after 90 days', async () => {
  const { scope } = await createTestWorkspace(context)
  await sql`
    insert into erased_keys (workspace_id, digest, erased_at)
    select ${scope.workspaceId}, decode(md5(number::text), 'hex'),
      ${dayAt(0)}::timestamptz + case when number <= 1200 then interval '0' else interval '5 days' end
    from generate_series(1, 1203) as number`.execute(scope.db)
  await trim(context, 89)
  assert.equal(await countRows(scope, 'erased_keys'), 1203)
  await trim(context, 91)
  assert.equal(await countRows(scope, 'erased_keys'), 3)
})

test('finished mails are deleted, and pending ones are kept', async () => {
  const { scope } = await createTestWorkspace(context)
  const add = async (status: string, days: number) => {
    const time = dayAt(days)
    await sql`
      insert into mails (workspace_id, id, recipient, subject, body, status, due_at, created_at, sent_at)
      values (${scope.workspaceId}, ${newId(time)}, ${`${status} ${days}`}, 's', '', ${status}, ${time},
        ${time}, ${status === 'sent' ? time : null})`.execute(scope.db)
  }
  for (const status of ['sent', 'failed', 'pending'])
    for (const days of [0, 5]) await add(status, days)
  await trim(context, 31)
  const left = await scope.db
    .selectFrom('mails')
    .select('recipient')
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('recipient')
    .execute()
  assert.deepEqual(
    left.map((row) => row.recipient),
    ['failed 5', 'pending 0', 'pending 5', 'sent 5'],
  )
})

test('a notice is deleted when it was dismissed long ago; one that nobody dismissed is kept for 90 days', async () => {
  const { scope } = await createTestWorkspace(context)
  await keep(scope, 7)
  const data = { endpoint_id: newId(), url: 'https://a.example', disabled_at: null, waiting: 0 }
  for (const _ of [1, 2]) await testNotice(scope, { kind: 'endpoint_recovered', data })
  await sql`update notices set dismissed_at = ${dayAt(3)}
    where workspace_id = ${scope.workspaceId} and id = (select id from notices
      where workspace_id = ${scope.workspaceId} order by id limit 1)`.execute(scope.db)
  await trim(context, 9)
  assert.equal(await countRows(scope, 'notices'), 2)
  await trim(context, 11)
  assert.equal(await countRows(scope, 'notices'), 1)
  await trim(context, 89)
  assert.equal(await countRows(scope, 'notices'), 1)
  await trim(context, 91)
  assert.equal(await countRows(scope, 'notices'), 0)
})

test('platform events are kept for 90 days: of channels, and of messages that never arrived', async () => {
  const { scope } = await createTestWorkspace(context)
  await keep(scope, 7)
  const add = async (days: number, field: string, messageId: string | null) => {
    const time = dayAt(days)
    await sql`
      insert into channel_events (workspace_id, id, fingerprint, field, data, occurred_at, created_at)
      values (${scope.workspaceId}, ${newId(time)}, ${Buffer.from(newId())}, ${field}, '{}', ${time}, ${time})`.execute(
      scope.db,
    )
    await sql`
      insert into message_statuses (workspace_id, channel_id, platform_message_id, status, message_id, occurred_at)
      values (${scope.workspaceId}, ${newId()}, 'wamid', 'read', ${messageId}, ${time})`.execute(
      scope.db,
    )
  }
  await add(0, 'account_update', null)
  await add(0, 'group_lifecycle_update', newId())
  await add(5, 'account_update', null)
  await trim(context, 89)
  const counts = async () => [
    await countRows(scope, 'channel_events'),
    await countRows(scope, 'message_statuses'),
  ]
  assert.deepEqual(await counts(), [3, 3])
  await trim(context, 91)
  assert.deepEqual(await counts(), [2, 2])
  await trim(context, 96)
  assert.deepEqual(await counts(), [1, 1])
})

test('the state of an endpoint at the start of the retention period is kept', async () => {
  const { scope } = await createTestWorkspace(context)
  const change = async (endpointId: string, days: number, status: string) => {
    const time = dayAt(days)
    await sql`
      insert into webhook_endpoint_changes (workspace_id, id, endpoint_id, url, events, status, actor_type, changed_at)
      values (${scope.workspaceId}, ${newId(time)}, ${endpointId}, ${`${status} ${days}`}, '{}', ${status},
        'system', ${time})`.execute(scope.db)
  }
  const [a, b, c] = [newId(), newId(), newId()]
  for (const days of [0, 2, 10]) await change(a, days, 'enabled')
  await change(b, 1, 'enabled')
  await change(c, 1, 'enabled')
  await change(c, 2, 'deleted')
  await trim(context, 35)
  const left = await scope.db
    .selectFrom('webhook_endpoint_changes')
    .select(['endpoint_id', 'url'])
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('changed_at')
    .execute()
  assert.deepEqual(
    left.map((row) => [row.endpoint_id, row.url]),
    [
      [b, 'enabled 1'],
      [a, 'enabled 2'],
      [a, 'enabled 10'],
    ],
  )
})
