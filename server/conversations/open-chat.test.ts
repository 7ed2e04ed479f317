import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transaction } from '#db/transaction.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChannel, createTestPerson, createTestWorkspace } from '#test/factories.ts'
import { getChat } from './get-chat.ts'
import { listChats } from './list-chats.ts'
import { openChat } from './open-chat.ts'

const { context } = await openTestContext()
const { scope } = await createTestWorkspace(context)
const { id: channelId } = await createTestChannel(scope)
const { id: personId, phoneE164 } = await createTestPerson(scope)
const recipient = phoneE164.slice(1)

test('twenty that open one chat at once end with one, which one of them made', async () => {
  const opened = await Promise.all(
    Array.from({ length: 20 }, () =>
      transaction(scope, (tx) => openChat(tx, { channelId, personId, recipient })),
    ),
  )
  assert.equal(new Set(opened.map(({ chat }) => chat.id)).size, 1)
  assert.equal(opened.filter(({ created }) => created).length, 1)
  const { data } = await listChats(scope, {})
  assert.equal(data.length, 1)
})

test('a new chat is open, unread by nobody, without a message or a window', async () => {
  const { id } = await createTestChannel(scope)
  const { chat } = await transaction(scope, (tx) =>
    openChat(tx, { channelId: id, personId, recipient }),
  )
  const shown = await getChat(scope, chat.id)
  assert.deepEqual(
    [shown.status, shown.unread_count, shown.last_message, shown.last_message_at],
    ['open', 0, null, null],
  )
  assert.deepEqual([shown.window_expires_at, shown.assignee_id], [null, null])
  assert.equal(shown.person.phone_e164, phoneE164)
})
