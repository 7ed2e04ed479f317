import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getMessage } from '#messages/get-message.ts'
import { wamid } from '#platforms/fixtures/payload-of.ts'
import type { Json } from '#platforms/fixtures/payload-of.ts'
import { openTestContext } from '#test/context.ts'
import { newWaId, openInbound, rowsOf } from '#test/inbound.ts'

const { context } = await openTestContext()
const { open } = openInbound(context)
const now = Math.floor(Date.now() / 1000)

/** A message of a page in the shape of a public bug report, and what is kept of it. */
const PAGES: {
  report: string
  type: 'messenger' | 'instagram'
  message: Json
  list?: 'standby'
  shown: [type: string, text: string | null]
  holds?: RegExp
}[] = [
  {
    report: 'a reel',
    type: 'messenger',
    message: {
      attachments: [
        {
          type: 'reel',
          payload: { url: 'https://video.example/r.mp4', title: 'Loom reel', reel_video_id: '81' },
        },
      ],
    },
    shown: ['reel', null],
    holds: /video\.example\/r\.mp4/,
  },
  {
    report: 'a post beside its share',
    type: 'instagram',
    message: {
      attachments: [
        {
          type: 'ig_post',
          payload: { ig_post_media_id: '8', title: 'Loom', url: 'https://cdn.example/l.jpg' },
        },
        { type: 'share', payload: { url: 'https://cdn.example/l.jpg' } },
      ],
    },
    shown: ['ig_post', null],
    holds: /cdn\.example\/l\.jpg/,
  },
  {
    report: 'a fallback without an address',
    type: 'messenger',
    message: {
      attachments: [{ type: 'fallback', payload: null, title: 'Gone', url: null }],
    },
    shown: ['fallback', null],
    holds: /Gone/,
  },
  {
    report: 'a place',
    type: 'messenger',
    message: {
      attachments: [
        {
          type: 'location',
          title: 'Rosa’s place',
          url: 'https://maps.example/y',
          payload: { coordinates: { lat: 19.07, long: 72.87 } },
        },
      ],
    },
    shown: ['location', null],
    holds: /19\.07.*72\.87/,
  },
  {
    report: 'a thumb',
    type: 'messenger',
    message: {
      sticker_id: 369239263222822,
      attachments: [
        {
          type: 'image',
          payload: { url: 'https://cdn.example/t.png', sticker_id: 369239263222822 },
        },
      ],
    },
    shown: ['image', null],
    holds: /369239263222822/,
  },
  {
    report: 'a reply to a story',
    type: 'instagram',
    message: {
      text: 'Lovely!',
      reply_to: { story: { url: 'https://cdn.example/s?asset_id=8&signature=b', id: '18050' } },
    },
    shown: ['text', 'Lovely!'],
    holds: /asset_id=8/,
  },
  {
    report: 'a message that the platform does not show',
    type: 'instagram',
    message: { is_unsupported: true },
    shown: ['unsupported', null],
  },
  {
    report: 'a message that another app answers',
    type: 'instagram',
    message: { text: 'Hello from standby' },
    list: 'standby',
    shown: ['text', 'Hello from standby'],
  },
]

/** Returns an entry of a page with one event. */
const pagePayload = (type: string, account: string, event: Json): Json => ({
  object: type === 'messenger' ? 'page' : 'instagram',
  entry: [{ id: account, time: now * 1000, ...event }],
})

for (const { report, type, message: node, list = 'messaging', shown, holds } of PAGES)
  test(`${type}: ${report} is kept whole`, async () => {
    const { scope, account, receive } = await open({ type })
    const event = {
      sender: { id: `60077${newWaId().slice(-8)}` },
      recipient: { id: account },
      timestamp: now * 1000,
      message: { mid: wamid(), ...node },
    }
    const outcomes = await receive(pagePayload(type, account, { [list]: [event] }))
    assert.deepEqual(
      outcomes.map(({ result }) => result),
      ['recorded'],
    )
    const [row, ...others] = await rowsOf(scope, 'messages')
    assert.deepEqual(others, [])
    const kept = await getMessage(scope, row.id)
    assert.deepEqual([kept.type, kept.text, kept.standby], [...shown, list === 'standby'])
    if (holds) assert.match(JSON.stringify(kept.content), holds)
  })

test('messenger: a lead of an advertisement without its answers says so', async () => {
  const { scope, account, receive } = await open({ type: 'messenger' })
  const value = {
    leadgen_id: '4447001',
    page_id: account,
    form_id: '887001',
    adgroup_id: '0',
    ad_id: '0',
    created_time: now,
  }
  const outcomes = await receive(
    pagePayload('messenger', account, { changes: [{ field: 'leadgen', value }] }),
  )
  assert.deepEqual(
    outcomes.map(({ result, reason }) => [result, reason]),
    [['kept', 'lead_without_answers']],
  )
  assert.equal((await rowsOf(scope, 'people')).length, 0)
})
