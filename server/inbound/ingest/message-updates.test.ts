import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { eventTypes, messageOf, newWaId, openInbound, rowsOf } from '#test/inbound.ts'
import { changeOf, payloadOf, textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import type { Json } from '#platforms/fixtures/payload-of.ts'

const { context } = await openTestContext()
const { open } = openInbound(context)
const now = Math.floor(Date.now() / 1000)

/** Creates a message with its conversation, and the updates of it that a customer can make. */
function story() {
  const from = newWaId()
  const target = wamid()
  const of = (node: Json, at: number, id = wamid()): Json => ({
    contacts: [{ wa_id: from }],
    messages: [{ from, id, timestamp: String(at), ...node }],
  })
  return {
    from,
    target,
    original: textFrom(from, 'Two please', { id: target, at: now - 60 }),
    edit: (body: string, at = now - 30, id?: string) =>
      of(
        {
          type: 'edit',
          edit: { original_message_id: target, message: { type: 'text', text: { body } } },
        },
        at,
        id,
      ),
    revoke: (at = now - 10) => of({ type: 'revoke', revoke: { original_message_id: target } }, at),
    react: (emoji?: string, at = now - 20, id?: string) =>
      of(
        {
          type: 'reaction',
          reaction: { message_id: target, ...(emoji !== undefined && { emoji }) },
        },
        at,
        id,
      ),
  }
}

/** Returns every permutation of `list`. */
function orders<T>(list: T[]): T[][] {
  if (list.length < 2) return [list]
  return list.flatMap((item, index) =>
    orders(list.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  )
}

describe('a message', () => {
  test('that is edited has its last words, in whatever order they come', async () => {
    for (const order of orders(['original', 'first', 'second'] as const)) {
      const { scope, account, receive } = await open()
      const { original, edit, target } = story()
      const values = { original, first: edit('Three', now - 40), second: edit('Four', now - 30) }
      for (const name of order) await receive(payloadOf(account, values[name]))
      const message = await messageOf(scope, target)
      assert.equal(message.text, 'Four', order.join())
      assert.deepEqual(message.edited_at, new Date((now - 30) * 1000))
      const [chat] = await rowsOf(scope, 'chats')
      assert.equal(chat.last_message_text, 'Four')
      assert.equal(chat.unread_count, 1)
    }
  })

  test('that is revoked has no words any more, in whatever order it comes', async () => {
    for (const order of orders(['original', 'edit', 'revoke'] as const)) {
      const { scope, account, receive } = await open()
      const { original, edit, revoke, target } = story()
      const values = { original, edit: edit('Three'), revoke: revoke() }
      for (const name of order) await receive(payloadOf(account, values[name]))
      const message = await messageOf(scope, target)
      assert.deepEqual([message.text, message.content], [null, null], order.join())
      assert.deepEqual(message.revoked_at, new Date((now - 10) * 1000))
      assert.equal((await rowsOf(scope, 'chats'))[0].last_message_text, null)
    }
  })

  test('with a file loses it when it is revoked', async () => {
    const { scope, account, receive } = await open()
    const { from, target, revoke } = story()
    const image = { id: '900', mime_type: 'image/png', sha256: 'aa=', caption: 'look' }
    const message = { from, id: target, timestamp: String(now - 60), type: 'image', image }
    await receive(payloadOf(account, { messages: [message] }), payloadOf(account, revoke()))
    assert.equal((await messageOf(scope, target)).media, null)
    const [file] = await rowsOf(scope, 'media_files')
    assert.deepEqual([file.status, file.error], ['failed', 'revoked'])
  })

  test('has each person’s last reaction, in whatever order they come', async () => {
    for (const order of orders(['original', 'thumb', 'heart'] as const)) {
      const { scope, account, receive } = await open()
      const { original, react, target } = story()
      const values = { original, thumb: react('👍', now - 30), heart: react('❤️', now - 20) }
      for (const name of order) await receive(payloadOf(account, values[name]))
      const { reactions, person_id } = await messageOf(scope, target)
      assert.deepEqual(
        reactions,
        [
          {
            emoji: '❤️',
            author: { type: 'person', id: person_id },
            created_at: new Date((now - 20) * 1000),
          },
        ],
        order.join(),
      )
    }
  })

  test('loses a reaction that is taken back, however that is written', async () => {
    for (const taken of ['', undefined]) {
      const { scope, account, receive } = await open()
      const { original, react, target } = story()
      await receive(payloadOf(account, original, react('👍', now - 30), react(taken, now - 30)))
      assert.deepEqual((await messageOf(scope, target)).reactions, [])
    }
  })

  test('tells of each change once, and of a repeat nothing', async () => {
    const { scope, account, receive } = await open()
    const { original, edit, react, revoke } = story()
    const values = [original, edit('Three'), react('👍'), revoke()]
    await receive(...values.map((value) => payloadOf(account, value)))
    await receive(...values.map((value) => payloadOf(account, value)))
    const types = await eventTypes(scope)
    assert.deepEqual(
      types.filter((type) => type !== 'message.updated'),
      ['conversation.created', 'message.received'],
    )
    const events = await rowsOf(scope, 'events')
    const updated = events.filter((event) => event.type === 'message.updated')
    assert.ok(updated.length >= 1)
    assert.ok(JSON.parse(updated.at(-1).body).data.revoked_at)
    const kept = await scope.db
      .selectFrom('message_updates')
      .select('kind')
      .where('workspace_id', '=', scope.workspaceId)
      .execute()
    assert.equal(kept.length, 3)
  })

  test('is not edited or revoked by the other side', async () => {
    const { scope, account, receive } = await open()
    const { from, original, target } = story()
    await receive(payloadOf(account, original))
    const echo = (node: Json) => ({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '1',
          changes: [
            changeOf(
              account,
              {
                message_echoes: [
                  { from: '918000000000', to: from, id: wamid(), timestamp: String(now), ...node },
                ],
              },
              'smb_message_echoes',
            ),
          ],
        },
      ],
    })
    await receive(echo({ type: 'revoke', revoke: { original_message_id: target } }))
    const message = await messageOf(scope, target)
    assert.deepEqual([message.text, message.revoked_at], ['Two please', null])
  })
})

test('a reaction opens the window and is no unread message', async () => {
  const { scope, account, receive } = await open()
  const { original, react } = story()
  await receive(payloadOf(account, original))
  await receive(payloadOf(account, react('🙏', now)))
  const [chat] = await rowsOf(scope, 'chats')
  assert.equal(chat.unread_count, 1)
  assert.deepEqual(chat.window_expires_at, new Date((now + 86_400) * 1000))
})

test('a reaction of an unknown contact to an unknown message is kept for later', async () => {
  const { scope, account, receive } = await open()
  const [outcome] = await receive(payloadOf(account, story().react('👍')))
  assert.deepEqual([outcome?.kind, outcome?.result], ['reaction', 'parked'])
  assert.equal((await rowsOf(scope, 'people')).length, 0)
})

test('an update without a target fails alone and says why', async () => {
  const { account, receive } = await open()
  const { from, original } = story()
  const bad = { from, id: wamid(), timestamp: String(now), type: 'revoke' }
  const outcomes = await receive(payloadOf(account, { messages: [bad] }, original))
  assert.deepEqual(
    outcomes.map((each) => [each.result, each.reason]),
    [
      ['failed', 'no_target'],
      ['recorded', undefined],
    ],
  )
})
