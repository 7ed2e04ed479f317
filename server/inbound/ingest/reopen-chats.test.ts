import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getChat } from '#conversations/get-chat.ts'
import { updateChat } from '#conversations/update-chat.ts'
import { openTestContext } from '#test/context.ts'
import { eventTypes, newWaId, openInbound, rowsOf } from '#test/inbound.ts'
import { payloadOf, textFrom } from '#platforms/fixtures/payload-of.ts'

const { context } = await openTestContext()
const { open } = openInbound(context)

test('a snoozed or closed conversation reopens once when its customer writes', async () => {
  const { scope, account, receive } = await open()
  const from = newWaId()
  const write = (...texts: string[]) =>
    receive(payloadOf(account, ...texts.map((text) => textFrom(from, text))))
  await write('Hello')
  const [{ id, person_id }] = (await rowsOf(scope, 'chats')) as [{ id: string; person_id: string }]
  await write('One more')
  assert.deepEqual(await rowsOf(scope, 'chat_changes'), [], 'an open chat stays as it is')

  await updateChat(scope, id, { snoozed_until: new Date(Date.now() + 3_600_000).toISOString() })
  await write('Are you there?', 'Please')
  const woken = await getChat(scope, id)
  assert.deepEqual([woken.status, woken.snoozed_until], ['open', null])

  await updateChat(scope, id, { status: 'closed' })
  await write('Again')
  const again = await getChat(scope, id)
  assert.deepEqual([again.status, again.closed_at], ['open', null])
  const [row] = await rowsOf(scope, 'chats')
  assert.ok(row.opened_at instanceof Date, 'another round begins')

  const changes = await rowsOf(scope, 'chat_changes')
  assert.deepEqual(
    changes.map((each) => [each.kind, each.actor_type, each.actor_id, each.data.from]),
    [
      ['snoozed', 'system', null, undefined],
      ['reopened', 'person', person_id, 'snoozed'],
      ['closed', 'system', null, undefined],
      ['reopened', 'person', person_id, 'closed'],
    ],
  )
  const updates = (await eventTypes(scope)).filter((type) => type === 'conversation.updated')
  assert.equal(updates.length, 4)
})
