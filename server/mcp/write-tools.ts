import { Type } from 'typebox'
import type { TProperties } from 'typebox'
import { createContacts, findContactPhones } from '#contacts/create-contact.ts'
import { CreateContactBody } from '#contacts/schema.ts'
import type { Contact } from '#contacts/schema.ts'
import { firstOf } from '#lib/first-of.ts'
import { createDraft, readDrafter } from '#messages/drafts/create-draft.ts'
import type { Draft } from '#messages/drafts/schema.ts'
import { readSendInput } from '#messages/queueing/read-send-input.ts'
import type { SentMessage } from '#messages/schema.ts'
import { TEXT_CHARACTERS_MAX } from '#platforms/registry/sending-limits.ts'
import { createTickets, findTicketAssignees } from '#tickets/create-ticket.ts'
import { CreateTicketBody } from '#tickets/schema.ts'
import type { Ticket } from '#tickets/schema.ts'
import { grants } from '#shared/grants.ts'
import type { Scope } from '#db/context.ts'
import { closedObject, filledText, idText, optionals } from '#lib/schemas.ts'
import { nameCall, runOnceForTool, toResult } from './run-once-for-tool.ts'
import { OUTPUT, tool } from './tool.ts'

const { text, textOrNull, integer, repeated } = OUTPUT
const Reply = {
  conversation_id: idText('The conversation.'),
  text: filledText(TEXT_CHARACTERS_MAX, 'Plain text for the customer.'),
}

/** Adds the key that lets a model repeat a call on purpose. */
function writing<P extends TProperties>(properties: P) {
  return closedObject({
    ...properties,
    idempotency_key: Type.Optional(
      Type.String({
        pattern: '^[\\x21-\\x7e]{1,255}$',
        'x-message': 'must have 1 to 255 visible ASCII characters',
        description:
          'A repeated call does nothing and returns the first result with repeated: true, for a day. Without a key, a call with equal input is a repeat.',
      }),
    ),
  })
}

/** The tools that change something, in the order of the list. */
export const WRITE_TOOLS = [
  tool({
    name: 'draft_reply',
    title: 'Draft a reply',
    description:
      'Proposes a reply to the customer of a conversation. An agent sees it there and sends, edits or discards it; the customer receives nothing before.',
    effect: 'write',
    scopes: ['messages:draft'],
    input: writing(Reply),
    output: Type.Object({ draft_id: text, status: text, repeated }),
    async run({ scope }, input) {
      return proposeReply(scope, input)
    },
  }),
  tool({
    name: 'send_reply',
    title: 'Send a reply',
    description:
      'Sends a text to the customer of a conversation, which cannot be undone. With a key that may not send, it becomes a draft that an agent can send: the result then has a draft_id. Fails with window_closed when the customer last wrote too long ago.',
    effect: 'reach',
    scopes: ['messages:draft'],
    input: writing(Reply),
    output: Type.Object({
      ...optionals({ message_id: text, draft_id: text }),
      status: text,
      repeated,
    }),
    async run({ scope, keyScopes, send }, input) {
      if (!grants(keyScopes, 'messages:write')) return proposeReply(scope, input)
      const idempotency = nameCall(scope, 'send_reply', input)
      const { conversation_id, text: message } = input
      const { actor } = scope
      const fields = await readSendInput(scope, { conversation_id, message }, { allowLocal: false })
      const answer = await send(scope, { ...fields, actor, idempotency })
      return toResult<SentMessage>(answer, ({ id, status }) => ({ message_id: id, status }))
    },
  }),
  tool({
    name: 'create_ticket',
    title: 'Create a ticket',
    description:
      'Creates a ticket about a customer for the team. The customer does not see it. With conversation_id, it is also shown in that conversation.',
    effect: 'write',
    scopes: ['tickets:write'],
    input: writing({
      person_id: idText('The customer.'),
      title: CreateTicketBody.properties.title,
      description: CreateTicketBody.properties.description,
      conversation_id: Type.Optional(Reply.conversation_id),
      priority: CreateTicketBody.properties.priority,
    }),
    output: Type.Object({ ticket_id: text, number: integer, status: text, repeated }),
    async run({ scope }, { idempotency_key, ...input }) {
      const call = nameCall(scope, 'create_ticket', { ...input, idempotency_key })
      const members = await findTicketAssignees(scope, [])
      const answer = await runOnceForTool(scope, call, async (tx) => {
        return firstOf(await createTickets(tx, [input], members))
      })
      return toResult<Ticket>(answer, ({ id, number, status }) => ({
        ticket_id: id,
        number,
        status,
      }))
    },
  }),
  tool({
    name: 'create_contact',
    title: 'Create a customer',
    description:
      'Finds or creates the customer with a phone number or email address; find_customer first. Needs a name or a phone number. matched_by says how an existing customer was found.',
    effect: 'write',
    scopes: ['contacts:write'],
    input: writing({
      name: CreateContactBody.properties.name,
      phone_e164: CreateContactBody.properties.phone_e164,
      email: CreateContactBody.properties.email,
      fields: CreateContactBody.properties.fields,
    }),
    output: Type.Object({
      person_id: text,
      name: textOrNull,
      phone_e164: textOrNull,
      email: textOrNull,
      fields: Type.Object({}),
      matched_by: textOrNull,
      repeated,
    }),
    async run({ scope }, { idempotency_key, ...input }) {
      const call = nameCall(scope, 'create_contact', { ...input, idempotency_key })
      const find = await findContactPhones(scope, [input])
      const answer = await runOnceForTool(scope, call, async (tx) => {
        return firstOf(await createContacts(tx, [input], find))
      })
      return toResult<Contact>(answer, ({ id, name, phone_e164, email, fields, matched_by }) => ({
        person_id: id,
        name,
        phone_e164,
        email,
        fields,
        matched_by,
      }))
    },
  }),
]

/** Stores a draft of a reply, and returns what the model needs to know about it. */
async function proposeReply(
  scope: Scope,
  input: { conversation_id: string; text: string; idempotency_key?: string },
): Promise<object> {
  const { conversation_id, text } = input
  const author = await readDrafter(scope)
  const answer = await runOnceForTool(scope, nameCall(scope, 'draft_reply', input), (tx) =>
    createDraft(tx, { conversation_id, text }, author),
  )
  return toResult<Draft>(answer, ({ id, status }) => ({ draft_id: id, status }))
}
