import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { eventTypes, messageOf, newWaId, openInbound, rowsOf } from '#test/inbound.ts'
import { getChat } from '#conversations/get-chat.ts'
import { MESSAGE_KINDS } from '#platforms/fixtures/message-kinds.ts'
import { changeOf, payloadOf, statusOf, textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import type { Json } from '#platforms/fixtures/payload-of.ts'

const { context } = await openTestContext()
const { open } = openInbound(context)
const now = Math.floor(Date.now() / 1000)

/** Returns a value with one message of `from`. */
function of(from: string, node: Json, more: Json = {}): Json & { id: string } {
  const id = wamid()
  const message = { from, id, timestamp: String(now), ...node }
  return Object.assign({ contacts: [{ wa_id: from }], messages: [message], ...more }, { id })
}

/** The type, text and file of every kind of message as the API shows it. */
const shown: Record<string, [type: string, text: string | null, media?: Json]> = {
  audio: ['audio', null, { mime_type: 'audio/mpeg', voice: false }],
  voice: ['audio', null, { mime_type: 'audio/ogg; codecs=opus', voice: true }],
  image: ['image', 'Receipt', { mime_type: 'image/png' }],
  image_with_url: ['image', null, { mime_type: 'image/png' }],
  video: ['video', null, { mime_type: 'video/mp4' }],
  document: ['document', null, { filename: 'Angebot für Sie.pdf' }],
  sticker: ['sticker', null, { animated: true }],
  location: ['location', 'Office'],
  contacts: ['contacts', 'Omar Diaz'],
  contact_request: ['contacts', null],
  button: ['button', 'Stop'],
  button_without_context: ['button', 'Yes'],
  button_reply: ['interactive', 'Later'],
  list_reply: ['interactive', '10 to 12'],
  flow_reply: ['interactive', 'Sent\nrating: 5'],
  call_permission: ['interactive', 'Permission to call granted'],
  interactive_without_node: ['interactive', null],
  order: ['order', null],
  identity_changed: ['system', 'Changed'],
  unsupported: ['unsupported', null],
  unsupported_with_type: ['unsupported', null],
  welcome: ['system', null],
  of_the_future: ['unsupported', null],
}

test('every kind of message is shown with its words, its file and what else it says', async () => {
  const { scope, account, receive } = await open()
  const from = newWaId()
  for (const [name, [type, text, media]] of Object.entries(shown)) {
    const node = MESSAGE_KINDS[name]!
    const value = of(from, node)
    const [outcome] = await receive(payloadOf(account, value))
    assert.equal(outcome?.result, 'recorded', name)
    const message = await messageOf(scope, value.id)
    assert.deepEqual([message.type, message.text], [type, text], name)
    if (media) {
      assert.equal(message.media?.status, 'pending')
      assert.equal(message.media?.url, null)
      for (const [key, expected] of Object.entries(media))
        assert.equal(Object(message.media)[key], expected, `${name} ${key}`)
    } else assert.equal(message.media, null, name)
    for (const [key, expected] of Object.entries(node))
      if (key !== 'type' && !(media && key === node['type']))
        assert.deepEqual(message.content?.[key], expected, `${name} ${key}`)
  }
  assert.equal((await rowsOf(scope, 'chats')).length, 1)
})

test('the name that a sender gives a file is stored with an ending of its type', async () => {
  const { scope, account, receive } = await open()
  const document = { id: '4711', mime_type: 'application/pdf', filename: 'bill\u202Efdp.exe' }
  const value = of(newWaId(), { type: 'document', document })
  await receive(payloadOf(account, value))
  const [file] = await rowsOf(scope, 'media_files')
  const { media } = await messageOf(scope, value.id)
  assert.deepEqual([file.filename, media?.filename], ['billfdp.exe.pdf', 'billfdp.exe.pdf'])
})

test('a system message is shown in the conversation, but is not unread and opens no window', async () => {
  const { scope, account, receive } = await open()
  const from = newWaId()
  await receive(payloadOf(account, of(from, MESSAGE_KINDS['identity_changed']!)))
  const [chat] = await rowsOf(scope, 'chats')
  assert.deepEqual([chat.unread_count, chat.window_expires_at], [0, null])
  assert.deepEqual(await eventTypes(scope), ['conversation.created'])
  await receive(payloadOf(account, of(from, MESSAGE_KINDS['button']!)))
  const [after] = await rowsOf(scope, 'chats')
  assert.deepEqual([after.unread_count, after.last_message_text], [1, 'Stop'])
  assert.deepEqual(after.window_expires_at, new Date((now + 86_400) * 1000))
})

test('a reply is linked to its message, whichever of them arrives first', async () => {
  const { scope, account, receive } = await open()
  const from = newWaId()
  const [asked, answer, another] = [wamid(), wamid(), wamid()]
  const reply = (id: string) =>
    textFrom(from, 'yes', { id, node: { context: { from: '918000000000', id: asked } } })
  await receive(payloadOf(account, reply(answer)))
  assert.equal((await messageOf(scope, answer)).reply_to, null)
  await receive(payloadOf(account, textFrom(from, 'Is it?', { id: asked })))
  const { id } = await messageOf(scope, asked)
  assert.equal((await messageOf(scope, answer)).reply_to, id)
  await receive(payloadOf(account, reply(another)))
  assert.equal((await messageOf(scope, another)).reply_to, id)
})

test('a reply that arrives together with its message is linked to it, also in its event', async () => {
  const { scope, account, receive } = await open()
  const from = newWaId()
  const [asked, answer] = [wamid(), wamid()]
  const node = { context: { from: '918000000000', id: asked } }
  const both = [
    textFrom(from, 'Is it?', { id: asked }),
    textFrom(from, 'yes', { id: answer, node }),
  ] as { messages: Json[] }[]
  const messages = both.flatMap((each) => each.messages)
  await receive(payloadOf(account, { ...both[0], messages }))
  const { id } = await messageOf(scope, asked)
  assert.equal((await messageOf(scope, answer)).reply_to, id)
  const received = (await rowsOf(scope, 'events'))
    .filter(({ type }) => type === 'message.received')
    .map(({ body }) => JSON.parse(body).data)
  assert.deepEqual(
    received.map(({ text, reply_to }) => [text, reply_to]),
    [
      ['Is it?', null],
      ['yes', id],
    ],
  )
})

test('the answers of a flow are the text of the message, without the token of the business', async () => {
  const { scope, account, receive } = await open()
  const answers = {
    flow_token: 'token-7',
    screen_0_size: ['M', 'L'],
    note: 'Blue',
    gift: true,
    pet: '',
  }
  const reply = { name: 'flow', body: 'Sent', response_json: JSON.stringify(answers) }
  const value = of(newWaId(), {
    type: 'interactive',
    interactive: { type: 'nfm_reply', nfm_reply: reply },
  })
  await receive(payloadOf(account, value))
  const message = await messageOf(scope, value.id)
  assert.equal(message.text, 'Sent\nscreen 0 size: M, L\nnote: Blue\ngift: true')
})

test('a status that says that a message of the customer was deleted hides it', async () => {
  const { scope, account, receive } = await open()
  const value = of(newWaId(), { type: 'text', text: { body: 'Wrong chat' } })
  await receive(payloadOf(account, value))
  const deleted = payloadOf(account, statusOf(value.id, 'deleted', now))
  assert.equal((await receive(deleted))[0]?.result, 'recorded')
  const message = await messageOf(scope, value.id)
  assert.deepEqual([message.text, message.revoked_at !== null], [null, true])
  assert.equal((await receive(deleted))[0]?.result, 'repeated')
})

test('a profile name is that of the sender, also where the contact spells the number otherwise', async () => {
  const { scope, account, receive } = await open()
  const tail = String(Date.now()).slice(-7)
  const contacts = [
    { wa_id: newWaId(), profile: { name: 'Somebody' } },
    { wa_id: `55118${tail}`, profile: { name: 'Bea\u202e\r\nLima' } },
  ]
  await receive(
    payloadOf(account, of(`551198${tail}`, { type: 'text', text: { body: 'Oi' } }, { contacts })),
  )
  const [person] = await rowsOf(scope, 'people')
  assert.equal(person.name, 'Bea Lima')
})

test('a stored name that shows nothing is filled by the next profile name', async () => {
  const { scope, account, receive } = await open()
  const from = newWaId()
  await receive(payloadOf(account, textFrom(from, 'One', { name: 'Mira' })))
  await scope.db
    .updateTable('people')
    .set({ name: '\u3164' })
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  await receive(payloadOf(account, textFrom(from, 'Two', { name: '\u200b' })))
  await receive(payloadOf(account, textFrom(from, 'Three', { name: 'Mira Rao' })))
  const [person] = await rowsOf(scope, 'people')
  assert.equal(person.name, 'Mira Rao')
})

test('a click on an advertisement is a lead with its campaign, once', async () => {
  const { scope, account, receive } = await open()
  const referral = {
    source_type: 'ad',
    source_id: '120001',
    headline: 'Two for one',
    ctwa_clid: 'Aff-1',
  }
  const payload = payloadOf(account, textFrom(newWaId(), 'More?', { node: { referral } }))
  await receive(payload)
  await receive(payload)
  const leads = await rowsOf(scope, 'timeline_entries')
  assert.equal(leads.length, 1)
  const [{ kind, data, person_id }] = leads
  assert.deepEqual([kind, data.source, data.campaign], ['lead', 'whatsapp_ad', '120001'])
  assert.deepEqual(data.referral, referral)
  const [person] = await rowsOf(scope, 'people')
  assert.deepEqual([person.id, person.source, person.campaign], [person_id, 'whatsapp', '120001'])
})

test('a group has a chat of its own, in which each member writes as a person', async () => {
  const { scope, account, receive } = await open()
  const [one, two] = [newWaId(), newWaId()]
  const group = { group_id: 'Z3JvdXA' }
  const created = {
    groups: [{ ...group, type: 'group_create', subject: 'Tour', timestamp: String(now) }],
  }
  await receive({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [changeOf(account, created, 'group_lifecycle_update')] }],
  })
  await receive(
    payloadOf(
      account,
      textFrom(one, 'hello all', { node: group }),
      textFrom(two, 'hi', { node: group }),
      textFrom(one, 'only to you'),
    ),
  )
  const chats = await rowsOf(scope, 'chats')
  assert.deepEqual(chats.map((chat) => chat.recipient).toSorted(), [group.group_id, one].toSorted())
  const shared = await getChat(scope, chats.find((chat) => chat.is_group).id)
  assert.deepEqual(shared.group, { id: group.group_id, name: 'Tour' })
  assert.equal(shared.window_expires_at, null)
  const messages = await rowsOf(scope, 'messages')
  const inGroup = messages.filter((message) => message.chat_id === shared.id)
  assert.deepEqual(
    inGroup.map((message) => message.text),
    ['hello all', 'hi'],
  )
  assert.equal(new Set(inGroup.map((message) => message.person_id)).size, 2)
})

test('errors beside a message are stored for the number', async () => {
  const { scope, account, receive } = await open()
  const errors = [{ code: 131000, title: 'Something went wrong' }]
  const outcomes = await receive(
    payloadOf(account, of(newWaId(), MESSAGE_KINDS['interactive_without_node']!, { errors })),
  )
  assert.deepEqual(
    outcomes.map((each) => [each.kind, each.result]),
    [
      ['message', 'recorded'],
      ['event', 'recorded'],
    ],
  )
  const [event] = await rowsOf(scope, 'channel_events')
  assert.deepEqual([event.field, event.event], ['errors', '131000: Something went wrong'])
  const [again] = await receive(payloadOf(account, { errors }))
  assert.equal(again?.result, 'repeated')
})
