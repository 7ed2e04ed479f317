import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, testPhone } from '#test/factories.ts'
import { rowsOf } from '#test/inbound.ts'
import { openWebChats, signUser } from '#test/web-chats.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const { open } = openWebChats(context)

test('a message to a phone number is not sent to a web chat, however recent', async () => {
  const { scope, chat, start, write, work } = await open()
  const key = await createTestKey(scope, ['messages:write'])
  const [known, visitor] = [testPhone(), testPhone()]
  const { id: chatId } = await createTestChat(scope, { phoneE164: known })
  for (const phone of [known, visitor]) {
    await write(
      await start({ user_token: signUser(chat, { sub: phone, phone_number: phone }) }),
      'Hi',
    )
    await work()
  }
  const send = (to: object) =>
    call('POST /api/v1/messages/send', { key, body: { ...to, message: 'Your code' } })
  const sent = await send({ phone_e164: known })
  assert.deepEqual([sent.status, sent.body.conversation_id], [201, chatId], sent.text)
  const refused = await send({ phone_e164: visitor })
  assert.deepEqual([refused.status, refused.body.code], [404, 'conversation_not_found'])
  const own = (await rowsOf(scope, 'chats')).find(
    ({ recipient }) => recipient === `user:${visitor}`,
  )
  assert.equal((await send({ conversation_id: own.id, phone_e164: visitor })).status, 201)
})
