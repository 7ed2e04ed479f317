import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { listChats } from '#conversations/list-chats.ts'
import { readThread } from '#inbox/threads/read-thread.ts'
import { search as searchAll } from '#inbox/search/search.ts'
import { HOLD_MS } from '#shared/conversations.ts'
import { openTestContext } from '#test/context.ts'
import { eventTypes, messageOf, newWaId, openInbound, rowsOf } from '#test/inbound.ts'
import { callOf, handoverOf, inField, standbyOf } from '#platforms/fixtures/handover-of.ts'
import { payloadOf, textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import type { Json } from '#platforms/fixtures/payload-of.ts'

const { context } = await openTestContext()
const { open } = openInbound(context)
const now = Math.floor(Date.now() / 1000)

const search = (scope: Scope, q: string) => searchAll(scope, { q }, () => true)
const chatOf = async (scope: Scope) => (await listChats(scope, {})).data[0]!
const later = (scope: Scope, ms: number): Scope => ({
  ...scope,
  clock: { now: () => new Date(scope.clock.now().getTime() + ms) },
})

describe('while another app holds a conversation', () => {
  test('what the customer writes and what that app answers is in the thread, in search and in events', async () => {
    const { scope, account, receive } = await open()
    const from = newWaId()
    const [asked, answered] = [wamid(), wamid()]
    await receive(
      standbyOf.message(account, { from, id: asked, at: now - 20, body: 'Where is my parcel?' }),
      standbyOf.echo(account, { to: from, id: answered, at: now - 10, body: 'It left on Monday.' }),
      standbyOf.status(account, { to: from, id: answered, at: now - 9, status: 'delivered' }),
    )
    const [question, answer] = [await messageOf(scope, asked), await messageOf(scope, answered)]
    assert.deepEqual(
      [question.direction, question.standby, question.text],
      ['inbound', true, 'Where is my parcel?'],
    )
    assert.deepEqual(
      [answer.direction, answer.origin, answer.standby, answer.status],
      ['outbound', 'echo', true, 'delivered'],
    )
    const chat = await chatOf(scope)
    assert.deepEqual(
      [chat.holder?.type, chat.unread_count, chat.last_message?.text],
      ['unknown_app', 0, 'It left on Monday.'],
    )
    assert.deepEqual(chat.holder?.until, new Date((now - 20) * 1000 + HOLD_MS))
    const { data } = await readThread(scope, chat.id, {})
    assert.equal(data.length, 2)
    assert.equal((await search(scope, 'parcel')).messages.length, 1)
    const types = await eventTypes(scope)
    for (const type of ['message.received', 'message.echoed', 'conversation.created'] as const)
      assert.ok(types.includes(type), type)
  })

  test('the lists are also read when they are beside the standby object, and an empty one is no problem', async () => {
    const { scope, account, receive } = await open()
    const id = wamid()
    await receive(
      inField(account, 'standby', { standby: {} }),
      inField(account, 'standby', textFrom(newWaId(), 'beside', { id })),
    )
    assert.equal((await messageOf(scope, id)).standby, true)
    for (const { status } of await rowsOf(scope, 'inbound_payloads'))
      assert.equal(status, 'processed')
  })

  test('a template, buttons, a link and an answer that the app sends have their words', async () => {
    const { scope, account, receive } = await open()
    const to = newWaId()
    const [first, template, buttons, image] = [wamid(), wamid(), wamid(), wamid()]
    await receive(
      standbyOf.echo(account, { to, id: first, at: now - 9, body: 'Hello' }),
      standbyOf.sent(
        account,
        { to, id: template, at: now - 8 },
        {
          message: {
            type: 'template',
            template: {
              name: 'ready',
              components: [
                {
                  type: 'body',
                  parameters: [
                    { type: 'text', text: 'Ila' },
                    { type: 'text', text: '7' },
                  ],
                },
              ],
            },
          },
          template: { components: [{ type: 'BODY', text: 'Hi {{1}}, order {{2}} is ready.' }] },
        },
      ),
      standbyOf.sent(
        account,
        { to, id: buttons, at: now - 7 },
        {
          message: {
            type: 'interactive',
            context: { message_id: first },
            interactive: { type: 'button', body: { text: 'Shall we?' }, action: { buttons: [] } },
          },
        },
      ),
      standbyOf.sent(
        account,
        { to, id: image, at: now - 6 },
        {
          message: {
            type: 'image',
            image: { link: 'https://shop.example/a.png', caption: 'Look' },
          },
        },
      ),
    )
    const texts = await Promise.all(
      [template, buttons, image].map(async (id) => (await messageOf(scope, id)).text),
    )
    assert.deepEqual(texts, [
      'Hi Ila, order 7 is ready.',
      'Shall we?',
      'Look\nhttps://shop.example/a.png',
    ])
    assert.equal((await messageOf(scope, buttons)).reply_to, (await messageOf(scope, first)).id)
  })

  test('a message that is also reported to us was ours, whichever report comes first', async () => {
    for (const isStandbyFirst of [true, false]) {
      const { scope, account, receive } = await open()
      const [from, id] = [newWaId(), wamid()]
      const reports = [
        standbyOf.message(account, { from, id, at: now, body: 'hi' }),
        payloadOf(account, textFrom(from, 'hi', { id, at: now })),
      ]
      for (const report of isStandbyFirst ? reports : reports.toReversed()) await receive(report)
      assert.equal((await messageOf(scope, id)).standby, false)
      assert.equal((await chatOf(scope)).holder?.type, 'workspace')
      assert.equal((await rowsOf(scope, 'messages')).length, 1)
    }
  })
})

describe('the holder of a conversation', () => {
  test('follows messages and handovers by their times, in whatever order they arrive', async () => {
    const ids = [wamid(), wamid(), wamid()]
    const parts = (account: string, from: string): Json[] => [
      payloadOf(account, textFrom(from, 'one', { id: ids[0]!, at: now - 50 })),
      standbyOf.message(account, { from, id: ids[1]!, at: now - 40, body: 'two' }),
      handoverOf.passed(account, { from, at: now - 30, summary: 'Wants a refund.' }),
      handoverOf.taken(account, { from, at: now - 20 }),
    ]
    const states = new Set<string>()
    for (const order of permutations([0, 1, 2, 3])) {
      const { scope, account, receive } = await open()
      const all = parts(account, newWaId())
      for (const index of order) await receive(all[index]!)
      const chat = await chatOf(scope)
      const { data } = await readThread(scope, chat.id, {})
      states.add(
        JSON.stringify([
          chat.holder?.type,
          chat.holder?.since,
          chat.holder?.until,
          data.map((item) => [item.kind, 'text' in item ? item.text : item.data]),
          (await rowsOf(scope, 'chats')).length,
        ]),
      )
    }
    assert.equal(states.size, 1, [...states].join('\n'))
    assert.match([...states][0]!, /"platform_agent".*Wants a refund/)
  })

  test('ends 24 hours after the last message of the customer, without a timer, and starts with the next one', async () => {
    const { scope, account, receive } = await open()
    const from = newWaId()
    const hour = 3600
    const [asked, answered] = [wamid(), wamid()]
    await receive(
      standbyOf.message(account, { from, id: asked, at: now - 5 * hour, body: 'hello' }),
      standbyOf.echo(account, { to: from, id: answered, at: now - hour, body: 'answer' }),
    )
    const after = (hours: number) => chatOf(later(scope, HOLD_MS - hours * hour * 1000))
    assert.equal((await after(6)).holder?.type, 'unknown_app')
    assert.equal((await after(4)).holder, null)
    const held = (at: Scope) => listChats(at, { holder: 'unknown_app,platform_agent' })
    assert.equal((await held(scope)).data.length, 1)
    assert.equal((await held(later(scope, HOLD_MS))).data.length, 0)
    assert.equal((await listChats(scope, { holder: 'workspace' })).data.length, 0)
  })

  test('is ours after a message to us, and each change is an event', async () => {
    const { scope, account, receive } = await open()
    const from = newWaId()
    await receive(standbyOf.message(account, { from, id: wamid(), at: now - 60, body: 'a' }))
    await receive(payloadOf(account, textFrom(from, 'b', { at: now - 50 })))
    assert.equal((await chatOf(scope)).holder?.type, 'workspace')
    const updated = (await eventTypes(scope)).filter((type) => type === 'conversation.updated')
    assert.equal(updated.length, 1)
  })

  test('is not changed by an answer to a request to call, which every app receives', async () => {
    const { scope, account, receive } = await open()
    const from = newWaId()
    await receive(standbyOf.message(account, { from, id: wamid(), at: now - 60, body: 'a' }))
    const reply = { type: 'call_permission_reply', call_permission_reply: { response: 'accept' } }
    const id = wamid()
    const node = { type: undefined, text: undefined, interactive: reply }
    await receive(payloadOf(account, textFrom(from, '', { id, at: now, node })))
    assert.equal((await chatOf(scope)).holder?.type, 'unknown_app')
    const message = await messageOf(scope, id)
    assert.deepEqual([message.type, message.text], ['interactive', 'Permission to call granted'])
  })

  test('is not known from a handover without a sender, which stays an event', async () => {
    const { scope, account, receive } = await open()
    const [outcome] = await receive(handoverOf.taken(account, { at: now }))
    assert.deepEqual([outcome!.kind, outcome!.result], ['event', 'recorded'])
    assert.deepEqual(await rowsOf(scope, 'chats'), [])
  })
})

describe('payloads that an earlier release only recorded', () => {
  test('become the conversation when they are processed again', async () => {
    const { scope, account, receive, work } = await open()
    const from = newWaId()
    const ids = [wamid(), wamid()]
    await receive(
      standbyOf.message(account, { from, id: ids[0]!, at: now - 20, body: 'from before' }),
      handoverOf.taken(account, { from, at: now - 30 }),
      callOf.missed(account, { from, id: ids[1]!, at: now - 10 }),
    )
    await forget(scope)
    const { reprocessPayloads } = await import('#inbound/reprocess-payloads.ts')
    assert.deepEqual(await reprocessPayloads(scope, { status: 'processed' }), { offered: 3 })
    await work()
    assert.equal((await messageOf(scope, ids[0]!)).text, 'from before')
    assert.equal((await messageOf(scope, ids[1]!)).text, 'Missed call')
    assert.equal((await chatOf(scope)).holder?.type, 'platform_agent')
    const payloads = await rowsOf(scope, 'inbound_payloads')
    assert.deepEqual(payloads.map(({ outcome }) => outcome[0].kind).toSorted(), [
      'event',
      'message',
      'message',
    ])
  })

  /** Leaves what an earlier release left: one recorded event of each payload, and no conversation. */
  async function forget(scope: Scope): Promise<void> {
    const { workspaceId, db } = scope
    for (const table of ['chat_changes', 'messages', 'chats', 'identities', 'people'] as const)
      await db.deleteFrom(table).where('workspace_id', '=', workspaceId).execute()
    await db
      .updateTable('channel_events')
      .set({ fingerprint: Buffer.from('of an earlier release') })
      .where('workspace_id', '=', workspaceId)
      .execute()
    await db
      .updateTable('inbound_payloads')
      .set({ outcome: JSON.stringify([{ kind: 'event', field: 'standby', result: 'recorded' }]) })
      .where('workspace_id', '=', workspaceId)
      .execute()
  }
})

describe('a call', () => {
  test('has one state in whatever order its reports arrive, and opens the window', async () => {
    const states = new Set<string>()
    for (const order of permutations([0, 1, 2, 3])) {
      const { scope, account, receive } = await open()
      const [from, id] = [newWaId(), wamid()]
      const parts = [
        callOf.event(account, { from, id, at: now - 90, event: 'connect' }),
        payloadOf(account, textFrom(from, 'are you there?', { at: now - 70 })),
        callOf.event(account, {
          from,
          id,
          at: now - 50,
          event: 'terminate',
          more: {
            status: 'Completed',
            start_time: String(now - 86),
            end_time: String(now - 50),
            duration: 36,
          },
        }),
        callOf.event(account, {
          from,
          id,
          at: now - 50,
          event: 'terminate',
          more: { duration: 36 },
        }),
      ]
      for (const index of order.filter((each) => each !== 3 || order.indexOf(3) > order.indexOf(2)))
        await receive(parts[index]!)
      const message = await messageOf(scope, id)
      const chat = await chatOf(scope)
      const { outcome, duration_seconds } = (message.content as any).call
      states.add(
        JSON.stringify([
          [message.type, message.text, message.direction, message.created_at],
          [outcome, duration_seconds],
          [
            chat.last_message?.text,
            chat.last_message_at,
            chat.window_expires_at,
            chat.unread_count,
          ],
        ]),
      )
    }
    assert.equal(states.size, 1, [...states].join('\n'))
    assert.match([...states][0]!, /Call \(0:36\).*"answered",36.*,2\]/)
  })

  test('is missed, unanswered, declined or still ringing', async () => {
    const { scope, account, receive } = await open()
    const from = newWaId()
    const ids = [wamid(), wamid(), wamid(), wamid()]
    const outgoing = { direction: 'BUSINESS_INITIATED' }
    await receive(
      callOf.missed(account, { from, id: ids[0]!, at: now - 9 }),
      callOf.event(account, { from, id: ids[1]!, at: now - 8, event: 'terminate', more: outgoing }),
      callOf.status(account, { to: from, id: ids[2]!, at: now - 7, status: 'RINGING' }),
      callOf.status(account, { to: from, id: ids[2]!, at: now - 6, status: 'REJECTED' }),
      callOf.event(account, { from, id: ids[3]!, at: now - 5, event: 'connect' }),
    )
    const shown = await Promise.all(
      ids.map(async (id) => {
        const { direction, text } = await messageOf(scope, id)
        return [direction, text]
      }),
    )
    assert.deepEqual(shown, [
      ['inbound', 'Missed call'],
      ['outbound', 'Unanswered call'],
      ['outbound', 'Declined call'],
      ['inbound', 'Incoming call'],
    ])
    assert.equal((await search(scope, 'missed call')).messages.length, 1)
    assert.equal((await rowsOf(scope, 'chats')).length, 1)
    const stored = JSON.stringify(await rowsOf(scope, 'messages'))
    assert.doesNotMatch(stored, /v=0/, 'the description of the audio is not stored')
  })
})

function permutations(items: number[]): number[][] {
  if (items.length < 2) return [items]
  return items.flatMap((first) =>
    permutations(items.filter((each) => each !== first)).map((rest) => [first, ...rest]),
  )
}
