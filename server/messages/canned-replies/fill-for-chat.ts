import type { Scope } from '#db/context.ts'
import { findById } from '#db/find-by-id.ts'
import { getById } from '#db/get-by-id.ts'
import { invalidField } from '#lib/errors.ts'
import { fillReply, findVariables, firstNameOf } from '#shared/canned-replies.ts'
import type { ReplyValues } from '#shared/canned-replies.ts'

/**
 * Returns a text with its variables filled by the values of a conversation and its contact. `myName`: the member who sends it; rules and
 * keys have none. `others`: values of variables that only this text has.
 *
 * @throws {AppError} validation_failed: a variable has no value
 */
export async function fillForChat(
  tx: Scope,
  chat: { id: string; personId: string },
  written: string,
  {
    myName,
    others = {},
  }: { myName?: string | null; others?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const wanted = findVariables(written)
  const values: ReplyValues = {
    ...(wanted.length > 0 && (await readValues(tx, chat))),
    my_name: myName,
    my_first_name: firstNameOf(myName ?? null),
  }
  const empty = wanted.filter((name) => !values[name]?.trim()).map((name) => `{${name}}`)
  if (empty.length > 0)
    throw invalidField('text', `has ${empty.join(', ')}, for which there is no value`)
  return fillReply(written, values, others)
}

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
