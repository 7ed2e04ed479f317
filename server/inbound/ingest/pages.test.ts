import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { createChannel } from '#channels/create-channel.ts'
import { messageOf, openInbound, rowsOf } from '#test/inbound.ts'
import { wamid } from '#platforms/fixtures/payload-of.ts'
import type { Json } from '#platforms/fixtures/payload-of.ts'

const { context } = await openTestContext()
const { open } = openInbound(context)
const nowMs = Math.floor(Date.now() / 1000) * 1000
let people = 0

/** Creates a channel of a page, and the events of one customer there. */
async function setUp(type: 'messenger' | 'instagram') {
  const own = await open({ type })
  const customer = `${process.pid}${Date.now()}${++people}`
  const page = { id: own.account }
  const payload = (event: Json, list = 'messaging'): Json => ({
    object: type === 'messenger' ? 'page' : 'instagram',
    entry: [{ id: own.account, time: nowMs, [list]: [event] }],
  })
  const from = (node: Json, at = nowMs, list?: string) =>
    own.receive(
      payload({ sender: { id: customer }, recipient: page, timestamp: at, ...node }, list),
    )
  const echo = (message: Json, at = nowMs, list?: string) =>
    own.receive(
      payload(
        {
          sender: page,
          recipient: { id: customer },
          timestamp: at,
          message: { is_echo: true, ...message },
        },
        list,
      ),
    )
  return { ...own, customer, from, echo }
}

for (const type of ['messenger', 'instagram'] as const)
  describe(type, () => {
    test('a text makes a person, a chat and a message with the time in milliseconds', async () => {
      const { scope, customer, from } = await setUp(type)
      const mid = wamid()
      await from({ message: { mid, text: 'hi' } }, nowMs + 7)
      const message = await messageOf(scope, mid)
      assert.deepEqual([message.type, message.text, message.content], ['text', 'hi', null])
      assert.deepEqual(message.created_at, new Date(nowMs + 7))
      const [chat] = await rowsOf(scope, 'chats')
      assert.equal(chat.recipient, customer)
      assert.deepEqual(chat.window_expires_at, new Date(nowMs + 7 + 86_400_000))
      const [person] = await rowsOf(scope, 'people')
      assert.deepEqual([person.source, person.phone_e164], [type, null])
    })

    test('attachments, quick replies, answers and what is not supported are kept', async () => {
      const { scope, from } = await setUp(type)
      const [image, share, quick, answer, odd] = [wamid(), wamid(), wamid(), wamid(), wamid()]
      const url = 'https://scontent.xx.fbcdn.net/a.jpg'
      await from({ message: { mid: image, attachments: [{ type: 'image', payload: { url } }] } })
      await from({ message: { mid: share, attachments: [{ type: 'share', payload: { url } }] } })
      await from({ message: { mid: quick, text: 'Red', quick_reply: { payload: 'RED' } } })
      await from({ message: { mid: answer, text: 'this', reply_to: { mid: quick } } })
      await from({ message: { mid: odd, is_unsupported: true } })
      const shown = await messageOf(scope, image)
      assert.deepEqual([shown.type, shown.media?.['status']], ['image', 'pending'])
      assert.equal((await messageOf(scope, share)).type, 'share')
      const chosen = await messageOf(scope, quick)
      assert.deepEqual(chosen.content, { quick_reply: { payload: 'RED' } })
      assert.equal((await messageOf(scope, answer)).reply_to, chosen.id)
      assert.equal((await messageOf(scope, odd)).type, 'unsupported')
    })

    test('all attachments of a message are shown, and each that is a file is fetched', async () => {
      const { scope, from } = await setUp(type)
      const mid = wamid()
      const urlOf = (name: string) => `https://scontent.xx.fbcdn.net/${name}`
      const attachment = (kind: string, name: string) => ({
        type: kind,
        payload: { url: urlOf(name) },
      })
      const attachments = [
        attachment('share', 'post'),
        attachment('image', 'a.jpg'),
        attachment('video', 'b.mp4'),
        attachment('file', 'c.pdf'),
      ]
      await from({ message: { mid, attachments } })
      const message = await messageOf(scope, mid)
      assert.deepEqual([message.type, message.media], ['image', message.attachments[0]])
      assert.deepEqual(
        message.attachments.map((each) => each['status']),
        ['pending', 'pending', 'pending'],
      )
      assert.ok(!('more' in message.media!))
      assert.deepEqual(message.content, { attachments })
      const files = await rowsOf(scope, 'media_files')
      assert.deepEqual(
        files.map((file) => [file.message_id, file.id, file.url]),
        ['a.jpg', 'b.mp4', 'c.pdf'].map((name, index) => [
          message.id,
          message.attachments[index]!['id'],
          urlOf(name),
        ]),
      )
    })

    test('a sticker is a file, also where it is no attachment', async () => {
      const { scope, from } = await setUp(type)
      const mid = wamid()
      const url = 'https://scontent.xx.fbcdn.net/thumb.png'
      await from({ message: { mid, sticker: { id: '369', url } } })
      const message = await messageOf(scope, mid)
      assert.deepEqual([message.type, message.media?.['status']], ['sticker', 'pending'])
    })

    test('a postback is what the customer chose, and a referral is a lead', async () => {
      const { scope, from } = await setUp(type)
      const mid = wamid()
      const referral = { ref: 'spring', source: 'SHORTLINK', type: 'OPEN_THREAD' }
      await from({ postback: { mid, title: 'Start', payload: 'START', referral } })
      const message = await messageOf(scope, mid)
      assert.deepEqual([message.type, message.text], ['button', 'Start'])
      const [lead] = await rowsOf(scope, 'timeline_entries')
      assert.deepEqual([lead.data.source, lead.data.campaign], [`${type}_shortlink`, 'spring'])
    })

    test('a referral without a message is a lead with its campaign, once', async () => {
      const { scope, from } = await setUp(type)
      const referral = { ref: 'spring', source: 'ADS', type: 'OPEN_THREAD', ad_id: '220001' }
      await from({ referral })
      await from({ referral })
      const leads = await rowsOf(scope, 'timeline_entries')
      assert.deepEqual(
        leads.map(({ kind, data }) => [kind, data.source, data.campaign, data.referral]),
        [['lead', `${type}_ads`, '220001', referral]],
      )
      const [person, ...others] = await rowsOf(scope, 'people')
      assert.deepEqual([person.source, person.campaign, others], [type, '220001', []])
      await from({ message: { mid: wamid(), text: 'hi' } })
      assert.equal((await rowsOf(scope, 'people')).length, 1)
    })

    test('a reaction is set, replaced and taken back; a message is edited and unsent', async () => {
      const { scope, from } = await setUp(type)
      const mid = wamid()
      await from({ message: { mid, text: 'teh' } })
      const react = (action: string, emoji: string, at: number) =>
        from({ reaction: { mid, action, emoji, reaction: 'other' } }, nowMs + at)
      await react('react', '😍', 1)
      await react('react', '👍', 2)
      assert.deepEqual(
        (await messageOf(scope, mid)).reactions.map((each) => each.emoji),
        ['👍'],
      )
      await react('unreact', '👍', 3)
      assert.deepEqual((await messageOf(scope, mid)).reactions, [])
      await from({ message_edit: { mid, text: 'the', num_edit: 1 } })
      assert.equal((await messageOf(scope, mid)).text, 'the')
      await from({ message: { mid, is_deleted: true } })
      assert.deepEqual((await messageOf(scope, mid)).text, null)
    })

    test('echoes are messages of ours, which delivery and read events move forward', async () => {
      const { scope, from, echo } = await setUp(type)
      const [first, second, late] = [wamid(), wamid(), wamid()]
      await echo({ mid: first, text: 'one', app_id: 1 }, nowMs - 3000)
      await echo({ mid: second, text: 'two' }, nowMs - 2000, 'standby')
      assert.equal((await messageOf(scope, first)).origin, 'echo')
      await from({ delivery: { watermark: nowMs - 2500 } })
      assert.deepEqual(
        [(await messageOf(scope, first)).status, (await messageOf(scope, second)).status],
        ['delivered', 'sent'],
      )
      await from({ read: { watermark: nowMs - 1000 } })
      await from({ read: { watermark: nowMs - 2900 } })
      await echo({ mid: late, text: 'three' }, nowMs - 1500)
      for (const mid of [first, second, late])
        assert.equal((await messageOf(scope, mid)).status, 'read', mid)
      assert.deepEqual((await messageOf(scope, late)).read_at, new Date(nowMs - 1000))
    })
  })

test('Instagram names the message that was seen', async () => {
  const { scope, from, echo } = await setUp('instagram')
  const [seen, unseen] = [wamid(), wamid()]
  await echo({ mid: seen, text: 'one' }, nowMs - 3000)
  await echo({ mid: unseen, text: 'two' }, nowMs - 2000)
  await from({ read: { mid: seen } })
  assert.deepEqual(
    [(await messageOf(scope, seen)).status, (await messageOf(scope, unseen)).status],
    ['read', 'sent'],
  )
})

test('a read report that arrives before its message is applied to it', async () => {
  const { scope, from, echo } = await setUp('instagram')
  const mid = wamid()
  const [early] = await from({ read: { mid } }, nowMs - 1000)
  assert.deepEqual([early?.result, early?.status], ['parked', 'read'])
  assert.equal((await from({ read: { mid } }, nowMs - 1000))[0]?.result, 'repeated')
  await echo({ mid, text: 'one' }, nowMs - 3000)
  const { status, read_at } = await messageOf(scope, mid)
  assert.deepEqual([status, read_at], ['read', new Date(nowMs - 1000)])
})

test('the same id on two pages is two people', async () => {
  const one = await setUp('messenger')
  await one.from({ message: { mid: wamid(), text: 'hi' } })
  const other = await createChannel(one.scope, { type: 'messenger', account: `7${one.account}` })
  await one.receive({
    object: 'page',
    entry: [
      {
        id: other.account,
        messaging: [
          {
            sender: { id: one.customer },
            recipient: { id: other.account },
            timestamp: nowMs,
            message: { mid: wamid(), text: 'hello' },
          },
        ],
      },
    ],
  })
  assert.equal((await rowsOf(one.scope, 'people')).length, 2)
})

test('a lead ad without its answers is kept with what to do', async () => {
  const { account, receive } = await setUp('messenger')
  const value = { leadgen_id: '4440001', page_id: account, form_id: '880001' }
  const [outcome] = await receive({
    object: 'page',
    entry: [{ id: account, time: nowMs, changes: [{ field: 'leadgen', value }] }],
  })
  assert.deepEqual([outcome?.result, outcome?.reason], ['kept', 'lead_without_answers'])
})

test('a test payload of the dashboard is stored and creates no conversation', async () => {
  const { scope, account, receive } = await setUp('instagram')
  const value = {
    sender: { id: '1' },
    recipient: { id: '2' },
    timestamp: '1527459824',
    message: { mid: 'random', text: 'random' },
  }
  const [outcome] = await receive({
    object: 'instagram',
    entry: [{ id: account, time: nowMs, changes: [{ field: 'messages', value }] }],
  })
  assert.deepEqual([outcome?.result, outcome?.reason], ['kept', 'not_a_conversation'])
  assert.equal((await rowsOf(scope, 'chats')).length, 0)
})
