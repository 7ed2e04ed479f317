import { findContactNames } from '#contacts/find-contact-names.ts'
import { LOG_TEXT_CHARACTERS_MAX } from '#contacts/schema.ts'
import type { ContactName } from '#contacts/schema.ts'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { cutText } from '#lib/cut-text.ts'

/** The ids that a payload's outcome can carry: a message's, or a form submission's contact. */
type Outcome = { message_id?: string | null; person_id?: string }

/**
 * Returns the contact and the text of each payload, in the order of `payloads`: of its first item that was recorded as
 * a message or a lead.
 */
export async function readPayloadSubjects(
  scope: Scope,
  payloads: readonly (readonly Outcome[])[],
): Promise<{ contact: ContactName | null; text: string | null }[]> {
  const firsts = payloads.map((items) => items.find((item) => item.message_id ?? item.person_id))
  const messageIds = firsts.flatMap((item) => item?.message_id ?? [])
  const messages =
    messageIds.length === 0
      ? []
      : await selectFrom(scope, 'messages')
          .select(['id', 'person_id', 'text'])
          .where('id', 'in', messageIds)
          .execute()
  const found = new Map(messages.map((row) => [row.id, row]))
  const subjects = firsts.map((item) => {
    const message = found.get(item?.message_id ?? '')
    return { personId: message?.person_id ?? item?.person_id, text: message?.text ?? null }
  })
  const personIds = subjects.flatMap(({ personId }) => personId ?? [])
  const names = await findContactNames(scope, personIds)
  return subjects.map(({ personId, text }) => ({
    contact: names.get(personId ?? '') ?? null,
    text: text && cutText(text, LOG_TEXT_CHARACTERS_MAX),
  }))
}
