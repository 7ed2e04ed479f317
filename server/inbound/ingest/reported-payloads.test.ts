import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getMessage } from '#messages/get-message.ts'
import { getTrail } from '#messages/get-trail.ts'
import type { Message } from '#messages/schema.ts'
import { payloadOf, statusOf, wamid } from '#platforms/fixtures/payload-of.ts'
import type { Json } from '#platforms/fixtures/payload-of.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat } from '#test/factories.ts'
import { newWaId, openInbound, rowsOf } from '#test/inbound.ts'

const { context } = await openTestContext()
const { open } = openInbound(context)
const now = Math.floor(Date.now() / 1000)

/** A payload in the shape of a public bug report: its messages, what is kept of them, and the name of the contact. */
type Report = {
  report: string
  messages: (from: string) => Json[]
  name?: string | null
  profile?: Json
  /** The results of its items, if not all are recorded. */
  results?: string[]
  shown: [type: string, text: string | null][]
  check?: (messages: Message[], payload: string) => void
}

const message = (type: string, node: Json, more: Json = {}) => ({
  id: wamid(),
  timestamp: String(now),
  type,
  [type]: node,
  ...more,
})
const text = (body: string, more: Json = {}) => message('text', { body }, more)
const family = '👩‍👧'

const WHATSAPP: Report[] = [
  {
    report: 'an order without a text',
    messages: () => [
      message('order', {
        catalog_id: '7770001',
        product_items: [
          { product_retailer_id: 'LIN-5M', quantity: 3, item_price: 899.5, currency: 'INR' },
          { product_retailer_id: 'LIN-1M', quantity: 1, item_price: 210, currency: 'INR' },
        ],
      }),
    ],
    shown: [['order', null]],
    check: ([order]) =>
      assert.match(JSON.stringify(order!.content), /"quantity":3.*899\.5.*LIN-5M.*LIN-1M/),
  },
  {
    report: 'two cards, of which one has several numbers and one has no whole name',
    messages: () => [
      message('contacts', undefined as unknown as Json, {
        contacts: [
          {
            name: { first_name: 'Uday', formatted_name: 'Uday Rane' },
            phones: [
              { phone: '+91 97305 77001', type: 'Mobile', wa_id: '919730577001' },
              { phone: '+91 22 2467 8899', type: 'Work' },
            ],
          },
          {
            name: { first_name: 'Livia' },
            phones: [{ phone: '+39 393 555 0188', type: 'Cellulare' }],
          },
        ],
      }),
    ],
    shown: [['contacts', 'Uday Rane, Livia']],
    check: ([card]) =>
      assert.match(JSON.stringify(card!.content), /97305 77001.*2467 8899.*393 555 0188/),
  },
  {
    report: 'the answers of a flow',
    messages: () => [
      message('interactive', {
        type: 'nfm_reply',
        nfm_reply: {
          name: 'flow',
          body: 'Sent',
          response_json: JSON.stringify({
            screen_0_rating: 'Good',
            screen_0_comment: 'Linen came a day early',
            flow_token: 'tok-9',
          }),
        },
      }),
    ],
    shown: [
      ['interactive', 'Sent\nscreen 0 rating: Good\nscreen 0 comment: Linen came a day early'],
    ],
  },
  {
    report: 'a contact without a profile',
    profile: {},
    name: null,
    messages: () => [text('Code 77120 of another service')],
    shown: [['text', 'Code 77120 of another service']],
  },
  {
    report: 'a message of an unknown type with errors, and one after it',
    messages: () => [
      {
        id: wamid(),
        timestamp: String(now),
        type: 'unknown',
        errors: [{ code: 131051, title: 'Unsupported message type', details: 'Not supported' }],
      },
      text('did the picture arrive?'),
    ],
    shown: [
      ['unsupported', null],
      ['text', 'did the picture arrive?'],
    ],
  },
  {
    report: 'a reaction and a removed one to a message that nobody knows',
    messages: () => [
      text('first'),
      message('reaction', { message_id: 'wamid.of.nobody', emoji: '😮' }),
      message('reaction', { message_id: 'wamid.of.nobody' }),
      text('last'),
    ],
    results: ['recorded', 'parked', 'parked', 'recorded'],
    shown: [
      ['text', 'first'],
      ['text', 'last'],
    ],
  },
  {
    report: 'a button of a template',
    messages: () => [
      message(
        'button',
        { text: 'Yes', payload: 'visit_12_confirm' },
        {
          context: { from: '918000000000', id: 'wamid.template.1' },
        },
      ),
    ],
    shown: [['button', 'Yes']],
    check: ([button]) => assert.match(JSON.stringify(button!.content), /visit_12_confirm/),
  },
  {
    report: 'a name that is cut within an emoji',
    profile: { name: 'y'.repeat(195) + family.repeat(40) },
    name: 'y'.repeat(195) + family.repeat(5),
    messages: () => [text('long name')],
    shown: [['text', 'long name']],
  },
  {
    report: 'a name with a line end and a mark that turns it round',
    profile: { name: 'Rosa\r\nMelo\u202e' },
    name: 'Rosa Melo',
    messages: () => [text('odd name')],
    shown: [['text', 'odd name']],
  },
  {
    report: 'a message that is three hours late',
    messages: () => [text('late', { timestamp: String(now - 10_800) })],
    shown: [['text', 'late']],
    check: ([late]) => assert.equal(Date.parse(late!.created_at as never), (now - 10_800) * 1000),
  },
  {
    report: 'a time in milliseconds',
    messages: () => [text('millis', { timestamp: `${now - 60}000` })],
    shown: [['text', 'millis']],
    check: ([each]) => assert.equal(Date.parse(each!.created_at as never), (now - 60) * 1000),
  },
  {
    report: 'a time two days ahead',
    messages: () => [text('ahead', { timestamp: String(now + 172_800) })],
    shown: [['text', 'ahead']],
    check: ([each]) => assert.ok(Date.parse(each!.created_at as never) < (now + 3_600) * 1000),
  },
  {
    report: 'a null character and halves of emojis',
    profile: { name: 'Half \ud83d face' },
    name: 'Half \ufffd face',
    messages: () => [text('one\u0000two \udc00 cut \ud83d', { context: { id: 'wamid.\ud83d' } })],
    shown: [['text', 'one\ufffdtwo \ufffd cut \ufffd']],
  },
  {
    report: 'a document with the name of a path and of a header',
    messages: () => [
      message('document', {
        id: '880001',
        mime_type: 'application/pdf',
        sha256: 'xx',
        filename: '../..\\Отчёт "Q4"\r\nSet-Cookie: c=d; 💥’.pdf',
        caption: 'the bill',
      }),
    ],
    shown: [['document', 'the bill']],
    check: ([document]) => {
      const name = String(document!.media?.['filename'])
      assert.match(name, /Отчёт.*Q4.*\.pdf$/)
      assert.doesNotMatch(name, /[\r\n/\\"]/)
    },
  },
]

for (const { report, messages, name = 'Asha Rao', profile = { name }, ...expected } of WHATSAPP)
  test(`WhatsApp: ${report} is kept whole`, async () => {
    const { scope, account, receive } = await open()
    const from = newWaId()
    const value = {
      contacts: [{ wa_id: from, ...(Object.keys(profile).length > 0 && { profile }) }],
      messages: messages(from).map((node) => ({ from, ...node })),
    }
    const outcomes = await receive(payloadOf(account, value))
    const all = value.messages.map(() => 'recorded')
    assert.deepEqual(
      outcomes.map(({ result }) => result),
      expected.results ?? all,
    )
    const rows = await rowsOf(scope, 'messages')
    const kept = await Promise.all(rows.map(({ id }) => getMessage(scope, id)))
    assert.deepEqual(
      kept.map((each) => [each.type, each.text]),
      expected.shown,
    )
    const [person] = await rowsOf(scope, 'people')
    assert.equal(person.name, name)
    expected.check?.(kept, JSON.stringify(value))
  })

test('WhatsApp: a click on an advertisement without a text is a lead', async () => {
  const { scope, account, receive } = await open()
  const from = newWaId()
  const referral = {
    source_url: 'https://fb.example/ad7',
    source_id: '120770000000007',
    source_type: 'ad',
    headline: 'Linen week',
    body: 'Seven days',
    media_type: 'image',
    image_url: 'https://cdn.example/l.jpg',
    ctwa_clid: 'CLID-777',
  }
  await receive(
    payloadOf(account, {
      contacts: [{ wa_id: from, profile: { name: 'Asha Rao' } }],
      messages: [{ from, ...text('', { referral }) }],
    }),
  )
  const leads = (await rowsOf(scope, 'timeline_entries')).filter(({ kind }) => kind === 'lead')
  assert.deepEqual(
    leads.map(({ data }) => [data.source, data.campaign, data.referral]),
    [['whatsapp_ad', referral.source_id, referral]],
  )
})

test('WhatsApp: one id twice in a payload is one message, and a number in another spelling is the same one', async () => {
  const { scope, account, receive } = await open()
  const from = newWaId()
  const node = { from, ...text('only once') }
  const payload = payloadOf(account, {
    contacts: [{ wa_id: from, profile: { name: 'Asha Rao' } }],
    messages: [node, node],
  })
  const spelled = JSON.stringify(payload).replace('918000000000', '+91 80-0000 0000')
  assert.deepEqual(
    (await receive(spelled)).map(({ result }) => result),
    ['recorded', 'repeated'],
  )
  assert.equal((await rowsOf(scope, 'messages')).length, 1)
})

/** Creates messages that were sent, by their ids at the platform. */
async function openSent() {
  const own = await open()
  const { scope, channel } = own
  const chat = await createTestChat(scope, { channelId: channel.id })
  const send = async (id: string) => {
    const [first] = await scope.db
      .insertInto('messages')
      .values({
        workspace_id: scope.workspaceId,
        id: crypto.randomUUID(),
        chat_id: chat.id,
        person_id: chat.personId,
        channel_id: channel.id,
        direction: 'outbound',
        type: 'text',
        text: 'ours',
        status: 'sent',
        author_type: 'system',
        platform_message_id: id,
        created_at: new Date(now * 1000),
      })
      .returning('id')
      .execute()
    return first!.id
  }
  return { ...own, send }
}

test('WhatsApp: a failed, a deleted and an unknown message have their states', async () => {
  const { scope, account, receive, send } = await openSent()
  const [failedId, deletedId] = [wamid(), wamid()]
  const [failed, deleted] = [await send(failedId), await send(deletedId)]
  const errors = [
    {
      code: 131026,
      title: 'Receiver is incapable of receiving this message',
      error_data: { details: 'Message Undeliverable.' },
    },
  ]
  await receive(payloadOf(account, statusOf(failedId, 'failed', now, { errors })))
  await receive(payloadOf(account, statusOf(deletedId, 'deleted', now)))
  const kept = await receive(payloadOf(account, statusOf('wamid.of.others', 'delivered', now)))
  assert.deepEqual(
    kept.map(({ result }) => result),
    ['parked'],
  )
  const { status, error } = await getMessage(scope, failed)
  assert.deepEqual([status, error?.code], ['failed', '131026'])
  assert.ok((await getMessage(scope, deleted)).revoked_at)
})

test('WhatsApp: a failed message without a known reason is not said to be retried', async () => {
  const { scope, account, receive, send } = await openSent()
  for (const errors of [
    undefined,
    null,
    [],
    [{}],
    {},
    [{ code: '131026' }],
    [{ code: 'x' }],
    [{ code: null, title: 'Undeliverable' }],
    [{ title: 'Undeliverable' }],
    [{ message: 'Undeliverable', error_data: { details: 'No reason' } }],
    [{ code: 999_999_999 }],
    'failed',
  ]) {
    const platformId = wamid()
    const id = await send(platformId)
    await receive(payloadOf(account, statusOf(platformId, 'failed', now, { errors })))
    assert.equal((await getMessage(scope, id)).status, 'failed', JSON.stringify(errors))
    const trail = JSON.stringify(await getTrail(scope, id))
    assert.doesNotMatch(trail, /retried automatically/, JSON.stringify(errors))
  }
})

test('WhatsApp: the same subscriber with and without the extra digit is one contact, another one is not', async () => {
  const { scope, account, receive } = await open()
  const say = (from: string) =>
    receive(
      payloadOf(account, {
        contacts: [{ wa_id: from, profile: { name: 'Asha Rao' } }],
        messages: [{ from, ...text('hi') }],
      }),
    )
  for (const [one, other, people] of [
    ['5511977771024', '551177771024', 1],
    ['525577771024', '5215577771024', 2],
    ['541123477102', '5491123477102', 3],
    ['551132227124', '5511932227124', 5],
  ] as const) {
    await say(one)
    await say(other)
    assert.equal((await rowsOf(scope, 'people')).length, people, one)
  }
})
