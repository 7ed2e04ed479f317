import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import {
  createTestChannel,
  createTestChat,
  createTestKey,
  createTestMember,
  createTestPerson,
  createTestWorkspace,
} from '#test/factories.ts'
import { createExportReader, readOnlyAuditEntry } from '#test/exports.ts'
import { createTestTag } from '#test/inbox.ts'
import { updateChat } from './update-chat.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

/** Creates a workspace with a key that reads conversations, and conversations, the oldest first. */
async function open(count = 3) {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['chats:read'])
  const { id: channelId } = await createTestChannel(scope)
  const chats: string[] = []
  for (let index = 0; index < count; index++)
    chats.push((await createTestChat(scope, { channelId })).id)
  return {
    scope,
    key,
    channelId,
    chats,
    ...createExportReader(call, '/api/v1/chats/export.csv', key),
  }
}

const idsOf = (rows: Record<string, string>[]) => rows.map((row) => row['id'])

test('chosen conversations, all that match, or all but some are exported, newest first', async () => {
  const { scope, chats, exported } = await open(4)
  const [first, second, third, fourth] = chats as [string, string, string, string]
  await updateChat(scope, first, { status: 'closed' })
  assert.deepEqual(idsOf(await exported()), [fourth, third, second, first])
  assert.deepEqual(idsOf(await exported('?status=open')), [fourth, third, second])
  assert.deepEqual(idsOf(await exported(`?ids=${first},${third.toUpperCase()}`)), [third, first])
  assert.deepEqual(idsOf(await exported(`?status=open&except_ids=${third}`)), [fourth, second])
  const other = await open(1)
  assert.deepEqual(await exported(`?ids=${other.chats[0]}`), [])
})

test('thousands of conversations are chosen or left out in the body of a request', async () => {
  const { scope, chats, posted } = await open(3)
  const [first, second, third] = chats as [string, string, string]
  await updateChat(scope, first, { status: 'closed' })
  const others = Array.from({ length: 900 }, () => newId())
  assert.deepEqual(idsOf(await posted({ ids: [...others, third, first] })), [third, first])
  assert.deepEqual(
    idsOf(await posted({ filter: { status: 'open' }, except_ids: [...others, third] })),
    [second],
  )
  assert.deepEqual(idsOf(await posted({})), [third, second, first])
  const other = await open(1)
  assert.deepEqual(await posted({ ids: other.chats }), [])
  const entries = await scope.db
    .selectFrom('audit_entries')
    .select('data')
    .where('workspace_id', '=', scope.workspaceId)
    .where('action', '=', 'conversations.exported')
    .orderBy('id')
    .execute()
  assert.deepEqual(entries[0]!.data, { filters: { ids: '902 ids' }, format: 'csv' })
})

test('an exported conversation names its contact, assignee and tags, and no cell is a formula', async () => {
  const { scope, channelId, exported } = await open(0)
  const { id: personId } = await createTestPerson(scope, { name: '=1+1' })
  const { id } = await createTestChat(scope, { channelId, personId })
  const { membershipId } = await createTestMember(scope, 'agent')
  const tag = await createTestTag(scope)
  await updateChat(scope, id, { assignee_id: membershipId, tag_ids: [tag.id], priority: 'low' })
  const [row] = await exported()
  assert.deepEqual(
    [row!['id'], row!['status'], row!['person_id'], row!['name'], row!['tags'], row!['priority']],
    [id, 'open', personId, "'=1+1", tag.name, 'low'],
  )
  assert.notEqual(row!['assignee'], '')
})

test('an export of conversations goes on over several pages', async () => {
  const { scope, channelId, exported } = await open(0)
  const { id: personId } = await createTestPerson(scope)
  const now = new Date()
  const ids = Array.from({ length: 1_001 }, () => newId())
  const row = (id: string, index: number) => ({
    workspace_id: scope.workspaceId,
    id,
    channel_id: channelId,
    person_id: personId,
    recipient: `recipient ${index}`,
    created_at: now,
    updated_at: now,
  })
  await scope.db.insertInto('chats').values(ids.map(row)).execute()
  await scope.db
    .insertInto('chat_activity')
    .values(ids.map((id) => ({ workspace_id: scope.workspaceId, chat_id: id, activity_at: now })))
    .execute()
  assert.equal(new Set(idsOf(await exported())).size, 1_001)
})

test('an export with a mistake in its filters or ids is refused before it begins', async () => {
  const { answerTo } = await open(0)
  const many = Array.from({ length: 101 }, () => 'x').join(',')
  for (const query of ['?status=odd', '?ids=odd', `?except_ids=${many}`, '?assignee_id=me']) {
    const { status, body } = await answerTo(query)
    assert.deepEqual([status, body.code], [422, 'validation_failed'], query)
  }
})

test('the export of conversations is kept in the audit log', async () => {
  const { scope, exported } = await open(0)
  await exported('?status=open')
  assert.deepEqual(await readOnlyAuditEntry(scope), [
    'conversations.exported',
    { filters: { status: 'open' }, format: 'csv' },
  ])
})

test('the same conversations are exported as JSON lines, as the list returns them', async () => {
  const { chats, key } = await open(3)
  const get = `GET /api/v1/chats/export.csv?format=ndjson&except_ids=${chats[1]}`
  const { text, headers } = await call(get, { key })
  assert.equal(headers['content-type'], 'application/x-ndjson; charset=utf-8')
  assert.match(String(headers['content-disposition']), /conversations\.ndjson/)
  const lines = text.trimEnd().split('\n')
  const read = await call(`GET /api/v1/chats/${chats[2]}`, { key })
  assert.deepEqual(JSON.parse(lines[0]!), read.body)
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).id),
    [chats[2], chats[0]],
  )
  const body = { ids: [chats[0]], format: 'ndjson' }
  const posted = await call('POST /api/v1/chats/export.csv', { key, body })
  assert.equal(JSON.parse(posted.text).id, chats[0])
})
