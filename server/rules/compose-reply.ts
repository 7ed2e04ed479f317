import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { findById } from '#db/find-by-id.ts'
import { invalidField } from '#lib/errors.ts'
import { findFiles } from '#messages/canned-replies/replace-files.ts'
import type { SendContent } from '#messages/queueing/read-send-content.ts'
import { fillReply, findVariables, firstNameOf } from '#shared/canned-replies.ts'
import type { ReplyValues } from '#shared/canned-replies.ts'
import type { Action } from '#shared/rule-parts.ts'

/**
 * Returns the messages of a reply that a rule or a macro sends: its text with its variables filled, then the files of its canned reply.
 *
 * @throws {AppError} canned_reply_not_found, validation_failed: a variable has no value
 */
export async function composeReply(
  tx: Scope,
  chat: { id: string; personId: string },
  { text: own = '', canned_reply_id: cannedId }: Extract<Action, { type: 'reply' }>,
): Promise<SendContent[]> {
  const written = cannedId ? (await getById(tx, 'canned_replies', cannedId)).text : own
  const text = await fill(tx, chat, written)
  const id = cannedId?.toLowerCase()
  const files = id ? (await findFiles(tx, [id]))(id) : []
  return [{ text }, ...files.map(({ id }) => ({ text: null, mediaId: id }))]
}

async function fill(
  tx: Scope,
  chat: { id: string; personId: string },
  written: string,
): Promise<string> {
  if (findVariables(written).length === 0) return written
  const text = fillReply(written, await readValues(tx, chat))
  const empty = findVariables(text).map((name) => `{${name}}`)
  if (empty.length > 0)
    throw invalidField('text', `has ${empty.join(', ')}, for which there is no value`)
  return text
}

/** Reads the values of the contact and the conversation. Rules have no name of their own. */
async function readValues(
  tx: Scope,
  { id, personId }: { id: string; personId: string },
): Promise<ReplyValues> {
  const [person, chat] = [await getById(tx, 'people', personId), await getById(tx, 'chats', id)]
  const channel = await getById(tx, 'channels', chat.channel_id)
  const team = chat.team_id === null ? undefined : await findById(tx, 'teams', chat.team_id)
  const ofFields = Object.entries(person.fields).map(([key, value]) => [`field.${key}`, value])
  return {
    ...(Object.fromEntries(ofFields) as ReplyValues),
    name: person.name,
    first_name: firstNameOf(person.name),
    phone: person.phone_e164,
    email: person.email,
    channel: channel.name,
    team: team?.name,
  }
}
