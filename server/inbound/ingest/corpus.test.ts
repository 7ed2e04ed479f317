import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { listChats } from '#conversations/list-chats.ts'
import { search } from '#inbox/search/search.ts'
import { readThread } from '#inbox/threads/read-thread.ts'
import type { ThreadItem } from '#inbox/threads/schema.ts'
import { reprocessPayloads } from '#inbound/reprocess-payloads.ts'
import { corpusOf } from '#platforms/fixtures/corpus-of.ts'
import type { EventType } from '#shared/event-types.ts'
import { openTestContext } from '#test/context.ts'
import { eventTypes, openInbound, rowsOf } from '#test/inbound.ts'

const { context } = await openTestContext()
const { open } = openInbound(context)
const start = Math.floor(Date.now() / 1000) - 3600

/** The entry of the thread that a payload writes or changes, or why there is none, and its events. */
type Shown = [entry: string | { none: string }, ...events: EventType[]]

const received = (entry: string): Shown => [`inbound ${entry}`, 'message.received']
const echoed = (entry: string): Shown => [`outbound ${entry}`, 'message.echoed']

const SHOWN: Record<string, Shown> = {
  'standby: message': [
    'inbound text "Where is my wardrobe?" standby',
    'conversation.created',
    'message.received',
  ],
  'standby: echo': echoed('text "It left the depot." sent standby'),
  'standby: status': [
    'outbound text "It left the depot." delivered standby',
    'message.status_changed',
  ],
  'standby: echo of a template': echoed('template "Ila, the courier rings." sent standby'),
  'standby: echo of buttons': echoed('interactive "Leave it outside?" sent standby'),
  'standby: nothing': [{ none: 'it reports nothing' }],
  'handover: passed to us': [
    'change workspace: asked for a human: Wants a refund.',
    'conversation.updated',
  ],
  'message after the handover': received('text "A human?"'),
  'handover: taken from us': ['change platform_agent', 'conversation.updated'],
  'handover: of nobody': [{ none: 'it names no customer; it is an event of the channel' }],
  'call: rings': ['inbound call "Incoming call"', 'conversation.created', 'message.received'],
  'call: ends': ['inbound call "Call (0:45)"', 'message.updated'],
  'call: missed': received('call "Missed call"'),
  'call: ours rings': echoed('call "Outgoing call" sent'),
  'call: ours is rejected': ['outbound call "Declined call" sent', 'message.updated'],
  'call permission: accept': [
    'inbound interactive "Permission to call granted"',
    'contact.updated',
    'message.received',
  ],
  'call permission: reject': received('interactive "Permission to call declined"'),
  'username: first': [
    'inbound text "Do you sell looms?"',
    'conversation.created',
    'message.received',
  ],
  'username: changed': ['inbound text "And spindles?"', 'contact.updated', 'message.received'],
  'echo of the phone app': [
    'outbound text "Your invoice is attached." sent',
    'conversation.created',
    'message.echoed',
  ],
  'price: sent': ['outbound text "Your invoice is attached." sent utility'],
  'price: delivered': [
    'outbound text "Your invoice is attached." delivered utility',
    'message.status_changed',
  ],
  'price: read, without a price': [
    'outbound text "Your invoice is attached." read utility',
    'message.status_changed',
  ],
  'price: before its message': [{ none: 'it is kept until its message arrives' }],
  'echo after its price': [
    'outbound text "Thank you for the payment." delivered service',
    'message.echoed',
    'message.status_changed',
  ],
  'text with a referral': [
    'inbound text "Is the teapot in stock?"',
    'conversation.created',
    'message.received',
  ],
  'message: audio': received('audio'),
  'message: voice': received('audio'),
  'message: image': received('image "Receipt"'),
  'message: image_with_url': received('image'),
  'message: video': received('video'),
  'message: document': received('document'),
  'message: sticker': received('sticker'),
  'message: location': received('location "Office"'),
  'message: contacts': received('contacts "Omar Diaz"'),
  'message: contact_request': received('contacts'),
  'message: button': ['inbound button "Stop"', 'message.received', 'contact.opted_out'],
  'message: button_without_context': received('button "Yes"'),
  'message: button_reply': received('interactive "Later"'),
  'message: list_reply': received('interactive "10 to 12"'),
  'message: flow_reply': received('interactive "Sent\nrating: 5"'),
  'message: call_permission': received('interactive "Permission to call granted"'),
  'message: interactive_without_node': received('interactive'),
  'message: reaction': ['inbound text "Is the teapot in stock?" 🙏', 'message.updated'],
  'message: reaction_removed': ['inbound text "Is the teapot in stock?"', 'message.updated'],
  'message: reaction_removed_without_emoji': [{ none: 'the reaction was removed before' }],
  'message: order': received('order'),
  'message: edit': ['inbound text "Corrected" edited', 'message.updated'],
  'message: revoke': ['inbound text edited deleted', 'message.updated'],
  'message: number_changed': ['change phone', 'contact.updated', 'conversation.updated'],
  // The old number can belong to somebody else now, so it is another contact.
  'message: identity_changed': ['inbound system "Changed"', 'conversation.created'],
  'message: user_id_changed': ['change account', 'contact.updated', 'conversation.updated'],
  'message: unsupported': received('unsupported'),
  'message: unsupported_with_type': received('unsupported'),
  'message: welcome': ['inbound system'],
  'message: group_text': [
    'inbound text "to the group"',
    'conversation.created',
    'message.received',
  ],
  'message: of_the_future': received('unsupported'),
}

test('every payload of the corpus is in the thread, in search and in events, and a repeat changes nothing', async () => {
  const { scope, account, receive, work } = await open()
  const corpus = corpusOf(account, start)
  let [before, eventCount] = [new Map<string, string>(), 0]
  for (const { name, payload } of corpus) {
    await receive(payload)
    const entries = await readEntries(scope)
    const changed = [...entries].filter(([id, { entry }]) => before.get(id) !== entry)
    const types = await eventTypes(scope)
    const [entry, ...events] = SHOWN[name] ?? []
    assert.deepEqual(
      [changed.map(([, each]) => each.entry), types.slice(eventCount).toSorted()],
      [typeof entry === 'string' ? [entry] : [], events.toSorted()],
      name,
    )
    for (const [id, { text }] of changed) {
      if (text === null) continue
      const { messages } = await search(scope, { q: text, kinds: 'messages' }, () => true)
      assert.ok(
        messages.some(({ message }) => message.id === id),
        `${name}: search finds "${text}"`,
      )
    }
    before = new Map([...entries].map(([id, each]) => [id, each.entry]))
    eventCount = types.length
  }
  const { people } = await search(scope, { q: '@asha.spins' }, () => true)
  assert.deepEqual(
    people.map(({ name }) => name),
    ['Asha'],
  )
  const charges = await rowsOf(scope, 'message_charges')
  assert.deepEqual(charges.map((row) => [row.category, row.quantity, row.is_free]).toSorted(), [
    ['service', 1, true],
    ['utility', 1, false],
  ])

  // The platform repeats what it had no answer to, and payloads can be processed again.
  await receive(...corpus.map(({ payload }) => payload))
  await reprocessPayloads(scope, { status: 'processed' })
  await work()
  for (const { status } of await rowsOf(scope, 'inbound_payloads'))
    assert.equal(status, 'processed')
  const again = new Map([...(await readEntries(scope))].map(([id, each]) => [id, each.entry]))
  assert.deepEqual(again, before)
  assert.equal((await eventTypes(scope)).length, eventCount)
  assert.equal((await rowsOf(scope, 'message_charges')).length, charges.length)
})

/** Reads the entries of all threads by id: in words, and the text that search must find. */
async function readEntries(
  scope: Scope,
): Promise<Map<string, { entry: string; text: string | null }>> {
  const chats = (await listChats(scope, { limit: 100 })).data
  const threads = await Promise.all(chats.map(({ id }) => readThread(scope, id, { limit: 100 })))
  return new Map(threads.flatMap(({ data }) => data.map((item) => [item.id, describe(item)])))
}

function describe(item: ThreadItem): { entry: string; text: string | null } {
  if (item.kind === 'note') throw new Error('the platform writes no notes')
  if (item.kind === 'change') {
    const { holder, identity, reason, summary } = item.data as Record<string, string | undefined>
    return {
      entry: `change ${[holder, identity, reason, summary].filter((each) => each).join(': ')}`,
      text: null,
    }
  }
  const words = [
    item.direction,
    item.type,
    item.text !== null && `"${item.text}"`,
    item.direction === 'outbound' && item.status,
    item.standby && 'standby',
    ...(item.reactions ?? []).map(({ emoji }) => emoji),
    item.edited_at !== null && 'edited',
    item.revoked_at !== null && 'deleted',
    item.pricing?.category,
  ]
  return { entry: words.filter((each) => each).join(' '), text: item.text }
}
