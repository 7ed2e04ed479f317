import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testPhone } from '../factories.ts'
import { waitFor } from '../wait-for.ts'
import { sign, textPayload } from '../outside.ts'
import { startProduct } from './product.ts'

const { api, ingest, simulator, postSigned, phoneNumberId } = await startProduct()

/** Waits for the conversation with a phone number whose last message is `text`. */
const chatWith = (phone: string, text: string) =>
  waitFor(
    async () => {
      const { body } = await api(`GET /api/v1/chats?q=${encodeURIComponent(phone)}`)
      const chat = body.data[0]
      return chat?.last_message?.text === text ? chat : undefined
    },
    { what: `the chat in which ${phone} says "${text}"` },
  )

const messageAs = (id: string, status: string) =>
  waitFor(
    async () => {
      const { body } = await api(`GET /api/v1/messages/${id}`)
      return body.status === status ? body : undefined
    },
    { what: `message ${id} to be ${status}` },
  )

test('a signed payload becomes chats with their messages, and a repeat of it changes nothing', async () => {
  const [first, second] = [testPhone(), testPhone()]
  const messages = [
    { id: `wamid.a.${first}`, from: first.slice(1), name: 'Noor', text: 'क्या दुकान खुली है? 🪔' },
    { id: `wamid.b.${first}`, from: first.slice(1), name: 'Noor', text: 'Two lamps, please' },
    { id: `wamid.c.${second}`, from: second.slice(1), name: 'Émile', text: 'Bonjour / bonsoir' },
  ]
  const body = textPayload(phoneNumberId, messages)
  const answer = await postSigned(body)
  assert.equal(answer.status, 200)
  assert.equal(answer.text, '')
  const chat = await chatWith(first, 'Two lamps, please')
  assert.equal(chat.person.name, 'Noor')
  assert.equal(chat.person.phone_e164, first)
  assert.equal(chat.unread_count, 2)
  assert.ok(Date.parse(chat.window_expires_at) > Date.now())
  await chatWith(second, 'Bonjour / bonsoir')

  assert.equal((await postSigned(body)).status, 200)
  // A later payload in the same lane shows that the repetition was processed.
  const after = { id: `wamid.d.${first}`, from: first.slice(1), name: 'Noor', text: 'Thanks' }
  await postSigned(textPayload(phoneNumberId, [after]), '/webhook/platform')
  await chatWith(first, 'Thanks')
  const listed = await api(`GET /api/v1/chats/${chat.id}/messages`)
  assert.deepEqual(
    listed.body.data.map((message: { text: string }) => message.text).toSorted(),
    ['Thanks', 'Two lamps, please', 'क्या दुकान खुली है? 🪔'].toSorted(),
  )
})

test('a payload that is unsigned or was changed on its way is refused', async () => {
  const phone = testPhone()
  const message = { id: `wamid.x.${phone}`, from: phone.slice(1), name: 'Eve', text: 'Pay me' }
  const body = textPayload(phoneNumberId, [message])
  assert.equal((await ingest('POST /webhook/whatsapp', { body })).status, 401)
  const headers = { 'x-hub-signature-256': sign(body) }
  const changed = body.replace('Pay me', 'Pay Me')
  assert.equal((await ingest('POST /webhook/whatsapp', { body: changed, headers })).status, 401)
  const shaken = await simulator('POST /sim/handshake', { body: {} })
  assert.equal(shaken.body.passed, true)
  const refused = await simulator('POST /sim/handshake', { body: { verify_token: 'guess' } })
  assert.equal(refused.body.passed, false)
})

test('a customer of the platform is answered by API, and what became of the answer comes back', async () => {
  const phone = testPhone()
  const played = await simulator('POST /sim/inbound', {
    body: { from: phone, name: 'Kavya', text: 'Is it open?', phone_number_id: phoneNumberId },
  })
  assert.equal(played.body.delivered, true)
  const chat = await chatWith(phone, 'Is it open?')

  const sent = await api('POST /api/v1/messages/send', {
    body: { conversation_id: chat.id, message: 'Until nine. “Welcome” 👋' },
  })
  assert.equal(sent.status, 201, sent.text)
  assert.equal(sent.body.target.matched_by, 'conversation_id')
  await messageAs(sent.body.id, 'delivered')
  const query = `biz_opaque_callback_data=${sent.body.id}`
  const { body: taken } = await simulator(`GET /sim/messages?${query}`)
  assert.equal(taken.data.length, 1)
  assert.equal(taken.data[0].request.text.body, 'Until nine. “Welcome” 👋')
  assert.equal(taken.data[0].wa_id, phone.slice(1))

  const path = `/sim/messages/${encodeURIComponent(taken.data[0].id)}/status`
  await simulator(`POST ${path}`, { body: { status: 'read' } })
  const read = await messageAs(sent.body.id, 'read')
  for (const at of ['sent_at', 'delivered_at', 'read_at']) assert.ok(read[at], at)

  const byPhone = await api('POST /api/v1/messages/send', {
    body: { recipient_phone: phone.slice(3), message_text: 'And on Sunday too' },
  })
  assert.equal(byPhone.body.conversation_id, chat.id)
  await messageAs(byPhone.body.id, 'delivered')
})

test('a message that the platform cannot deliver says so', async () => {
  const phone = testPhone().replace(/\d{4}$/, '1026')
  await simulator('POST /sim/inbound', {
    body: { from: phone, name: 'Gone', text: 'Hello?', phone_number_id: phoneNumberId },
  })
  const chat = await chatWith(phone, 'Hello?')
  const sent = await api('POST /api/v1/messages/send', {
    body: { conversation_id: chat.id, message: 'Are you there?' },
  })
  const failed = await messageAs(sent.body.id, 'failed')
  assert.equal(failed.error.code, '131026')
})

test('a contact and a ticket are created, found again and on the timeline', async () => {
  const phone = testPhone()
  const contact = await api('POST /api/v1/contacts', {
    body: { name: 'Ravi', phone: phone.slice(3), source: 'till', campaign: 'lights' },
  })
  assert.equal(contact.status, 201, contact.text)
  assert.equal(contact.body.phone_e164, phone)
  assert.equal(contact.body.matched_by, null)
  const ticket = await api('POST /api/v1/tickets', {
    body: { person_id: contact.body.id, title: 'A lamp without its shade' },
  })
  assert.equal(ticket.status, 201, ticket.text)
  assert.equal(ticket.body.priority, 'medium')
  assert.deepEqual((await api(`GET /api/v1/tickets/${ticket.body.id}`)).body, ticket.body)
  const timeline = await api(`GET /api/v1/contacts/${contact.body.id}/timeline`)
  const kinds = timeline.body.data.map((entry: { kind: string }) => entry.kind)
  assert.deepEqual(kinds.toSorted(), ['lead', 'ticket'])
})
