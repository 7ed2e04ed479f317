import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { mediaKey } from '#media/media-storage.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { payloadOf, statusOf, textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace } from '#test/factories.ts'
import { newWaId, openInbound, rowsOf } from '#test/inbound.ts'
import { signInTestMember } from '#test/session.ts'
import { countRows, dayAt, inDays, trim } from '#test/trimming.ts'
import { deleteOldMessages } from './delete-old-messages.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'parley-retention-'))
after(() => rm(dataDir, { recursive: true }))
const { context } = await openTestContext({ dataDir })
const { call } = await openTestApi(context)
const storage = createMediaStorage({ dataDir })
const later = inDays(context, 0)
const run = (store: MediaStorage = storage) => deleteOldMessages(later, store, { pauseMinMs: 0 })

/** Inserts received messages of the given ages in days; those in `withFile` have a stored file. */
async function receive(
  scope: Scope,
  chat: { id: string; personId: string; channelId: string },
  ages: number[],
  withFile: number[] = [],
): Promise<void> {
  const workspace_id = scope.workspaceId
  for (const age of ages) {
    const id = newId()
    await sql`
      insert into messages (workspace_id, id, chat_id, person_id, channel_id, direction, type, text, status,
        author_type, platform_message_id, created_at)
      values (${workspace_id}, ${id}, ${chat.id}, ${chat.personId}, ${chat.channelId}, 'inbound', 'text',
        ${`${age} days old`}, 'received', 'person', ${wamid()}, ${dayAt(-age)})`.execute(scope.db)
    if (!withFile.includes(age)) continue
    const fileId = newId()
    await storage.write(
      mediaKey(workspace_id, fileId),
      (async function* () {
        yield Buffer.from(`file of ${age}`)
      })(),
    )
    await sql`
      insert into media_files (workspace_id, id, channel_id, message_id, status, size_bytes, due_at, created_at)
      values (${workspace_id}, ${fileId}, ${chat.channelId}, ${id}, 'stored', 9, ${dayAt(-age)}, ${dayAt(-age)})`.execute(
      scope.db,
    )
  }
  await sql`
    update chats
    set last_message_id = last.id, last_message_direction = 'inbound', last_message_text = last.text,
      last_message_at = last.created_at, unread_count = ${ages.length}
    from (
      select id, text, created_at from messages
      where workspace_id = ${workspace_id} and chat_id = ${chat.id}
      order by created_at desc limit 1
    ) as last
    where workspace_id = ${workspace_id} and chats.id = ${chat.id}`.execute(scope.db)
}

async function open(days: number | null = 30) {
  const { scope } = await createTestWorkspace(context)
  const admin = await signInTestMember(call, scope)
  const change = (body: unknown) =>
    call('PATCH /api/developer/workspace/retention', { ...admin, body })
  assert.equal((await change({ message_retention_days: days })).status, 200)
  return { scope, admin, change, chat: await createTestChat(scope) }
}

const textsOf = async (scope: Scope) =>
  (await rowsOf(scope, 'messages')).map((row) => row.text).toSorted()
const filesOf = (scope: Scope) =>
  readdir(join(dataDir, 'media', scope.workspaceId)).catch(() => [] as string[])

describe('messages that are older than the workspace keeps them', () => {
  test('are deleted with their files, and nothing younger and nothing of others is', async () => {
    const mine = await open()
    const other = await open(null)
    const ages = [400, 31, 30.5, 29.5, 1]
    for (const { scope, chat } of [mine, other]) await receive(scope, chat, ages, [400, 1])
    const before = await rowsOf(other.scope, 'messages')
    await run()
    assert.deepEqual(await textsOf(mine.scope), ['1 days old', '29.5 days old'])
    assert.equal((await filesOf(mine.scope)).length, 1)
    assert.equal(await countRows(mine.scope, 'media_files'), 1)
    assert.deepEqual(await rowsOf(other.scope, 'messages'), before)
    assert.equal((await filesOf(other.scope)).length, 2)
  })

  test('take drafts of members with them, which can quote them', async () => {
    const { scope, chat } = await open()
    for (const [kind, age] of [['reply', 31] as const, ['note', 29] as const])
      await scope.db
        .insertInto('own_drafts')
        .values({
          workspace_id: scope.workspaceId,
          membership_id: newId(),
          chat_id: chat.id,
          kind,
          version: newId(),
          text: `${age} days old`,
          updated_at: dayAt(-age),
        })
        .execute()
    await run()
    const left = await rowsOf(scope, 'own_drafts')
    assert.deepEqual(
      left.map(({ text }) => text),
      ['29 days old'],
    )
  })

  test('leave a conversation with the right last message and unread count', async () => {
    const { scope, chat } = await open()
    const empty = await createTestChat(scope)
    await receive(scope, chat, [50, 40, 2])
    await receive(scope, empty, [50, 40])
    await run()
    const key = await createTestKey(scope, ['*'])
    const read = async (id: string) => (await call(`GET /api/v1/chats/${id}`, { key })).body
    const kept = await read(chat.id)
    assert.deepEqual([kept.last_message.text, kept.unread_count], ['2 days old', 1])
    const gone = await read(empty.id)
    assert.deepEqual([gone.last_message, gone.unread_count, gone.status], [null, 0, 'open'])
    assert.equal((await call('GET /api/v1/chats', { key })).body.data.length, 2)
  })

  test('leave replies to them, which say that the answered message is gone', async () => {
    const { scope, chat } = await open()
    const key = await createTestKey(scope, ['*'])
    await receive(scope, chat, [40, 2])
    const [old] = await rowsOf(scope, 'messages').then((rows) =>
      rows.filter(({ text }) => text === '40 days old'),
    )
    const body = { conversation_id: chat.id, message: 'A reply', reply_to: old!.id }
    const reply = (await call('POST /api/v1/messages/send', { key, body })).body
    const readReply = async () => {
      const thread = await call(`GET /api/v1/chats/${chat.id}/thread`, { key })
      return thread.body.data.find(({ id }: { id: string }) => id === reply.id)
    }
    const before = await readReply()
    assert.deepEqual([before.reply_preview.id, before.reply_deleted], [old!.id, false])
    await run()
    const after = await readReply()
    assert.deepEqual(
      [after.reply_to, after.reply_preview, after.reply_deleted],
      [old!.id, null, true],
    )
    assert.equal((await call(`GET /api/v1/messages/${reply.id}`, { key })).body.reply_to, old!.id)
    assert.equal((await call(`GET /api/v1/messages/${old!.id}`, { key })).status, 404)
  })

  test('take many batches, and a killed process loses nothing', async () => {
    const { scope, chat } = await open()
    await receive(
      scope,
      chat,
      [...Array.from({ length: 450 }, (_, index) => 100 + index), 3],
      [110],
    )
    let failures = 1
    const failing: MediaStorage = {
      ...storage,
      async remove(file) {
        await storage.remove(file)
        if (failures-- > 0) throw Object.assign(new Error('killed'), { code: '57P01' })
      },
    }
    await assert.rejects(run(failing), /killed/)
    await run()
    assert.deepEqual(await textsOf(scope), ['3 days old'])
    assert.deepEqual(await filesOf(scope), [])
  })

  test('go with their statuses, and queued ones stay', async () => {
    const inbound = openInbound(context)
    const { scope, account, receive: deliver } = await inbound.open()
    const key = await createTestKey(scope, ['*'])
    const waId = newWaId()
    await deliver(payloadOf(account, textFrom(waId, 'hello')))
    const [{ chat_id }] = await rowsOf(scope, 'messages')
    for (const message of ['sent', 'queued'])
      await call('POST /api/v1/messages/send', { key, body: { conversation_id: chat_id, message } })
    const sentId = wamid()
    await sql`
      update messages set status = 'sent', platform_message_id = ${sentId}, send_due_at = null
      where workspace_id = ${scope.workspaceId} and text = 'sent'`.execute(scope.db)
    await deliver(payloadOf(account, statusOf(sentId, 'read', 1_790_000_000)))
    await sql`
      update messages set created_at = ${dayAt(-90)} where workspace_id = ${scope.workspaceId}`.execute(
      scope.db,
    )
    await sql`
      update workspaces set message_retention_days = 30 where id = ${scope.workspaceId}`.execute(
      scope.directory,
    )
    await run()
    assert.deepEqual(await textsOf(scope), ['queued'])
    assert.equal(await countRows(scope, 'message_statuses'), 0)
  })
})

test('events and payloads are not kept longer than the messages in them', async () => {
  const { scope } = await open(7)
  const at = dayAt(-8)
  for (const days of [8, 6])
    await sql`
      insert into inbound_payloads (workspace_id, id, platform, body, status, due_at, received_at, processed_at)
      values (${scope.workspaceId}, ${newId(dayAt(-days))}, 'whatsapp', '{}', 'processed', ${at}, ${dayAt(-days)}, ${dayAt(-days)})`.execute(
      scope.db,
    )
  await trim(context, 0)
  assert.equal(await countRows(scope, 'inbound_payloads'), 1)
})

test('the audit log is kept forever, or for the days that an admin sets', async () => {
  const { scope, change } = await open()
  const add = (days: number) =>
    sql`
      insert into audit_entries (workspace_id, id, actor_type, action, target_type, occurred_at)
      values (${scope.workspaceId}, ${newId(dayAt(-days))}, 'system', 'contact.merged', 'contact', ${dayAt(-days)})`.execute(
      scope.db,
    )
  await add(3000)
  await add(29)
  const count = await countRows(scope, 'audit_entries')
  await trim(context, 0)
  assert.equal(await countRows(scope, 'audit_entries'), count)
  assert.equal((await change({ audit_retention_days: 30 })).status, 200)
  await trim(context, 0)
  // The change is recorded itself.
  assert.equal(await countRows(scope, 'audit_entries'), count)
  assert.ok((await rowsOf(scope, 'audit_entries')).every((row) => row.occurred_at > dayAt(-30)))
})

describe('the settings', () => {
  test('are previewed, and recorded in the audit log', async () => {
    const { scope, admin, change, chat } = await open(null)
    await receive(scope, chat, [50, 40, 2])
    const preview = (query: string) =>
      call(`GET /api/developer/workspace/retention-preview?${query}`, admin)
    assert.deepEqual((await preview('message_retention_days=45')).body, {
      messages: 1,
      audit_entries: null,
    })
    assert.deepEqual((await preview('audit_retention_days=30')).body, {
      messages: null,
      audit_entries: 0,
    })
    const changed = await change({ message_retention_days: 45 })
    assert.deepEqual(
      [changed.body.message_retention_days, changed.body.audit_retention_days],
      [45, null],
    )
    const entry = (await rowsOf(scope, 'audit_entries')).findLast(
      (row) => row.action === 'workspace.updated',
    )
    assert.deepEqual(entry.data.changes, { message_retention_days: { from: null, to: 45 } })
  })

  test('refuse days below the minimum, and change nothing', async () => {
    const { admin, change } = await open(60)
    for (const body of [
      { message_retention_days: 6 },
      { message_retention_days: 0 },
      { message_retention_days: 3651 },
      { audit_retention_days: 29 },
      { audit_retention_days: 1.5 },
      { retention: 30 },
    ])
      assert.equal((await change(body)).status, 422, JSON.stringify(body))
    const { body } = await call('GET /api/developer/workspace', admin)
    assert.deepEqual([body.message_retention_days, body.audit_retention_days], [60, null])
  })

  test('need an admin who confirmed the password', async () => {
    const { scope, admin } = await open()
    const agent = await signInTestMember(call, scope, 'agent')
    const route = 'PATCH /api/developer/workspace/retention'
    assert.equal((await call(route, { ...agent, body: {} })).status, 403)
    const old = dayAt(-1)
    await sql`
      /* across workspaces: sessions of this file */
      update sessions set confirmed_at = ${old}, created_at = ${old}`.execute(scope.directory)
    const answer = await call(route, { ...admin, body: { message_retention_days: 7 } })
    assert.equal(answer.body.code, 'confirmation_required')
  })
})
