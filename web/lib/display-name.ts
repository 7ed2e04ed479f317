import { formatPhone } from './format-phone.ts'

const SHOWN_MAX = 120
/** Matches a visible character: a name of only joiners and spaces would show nothing. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** The fields of a contact that its display name is derived from. */
export type Named = {
  name: string | null
  phone_e164: string | null
  email: string | null
  username: string | null
}

/** Returns the name to show for a contact: its name, phone number, email or username; null when nothing visible is known. */
export function displayName(person: Named): string | null {
  const phone = person.phone_e164 && formatPhone(person.phone_e164)
  const username = person.username && `@${person.username}`
  const found = [person.name, phone, person.email, username].find(
    (text) => text !== null && VISIBLE.test(text),
  )
  return found ? shorten(found, SHOWN_MAX) : null
}

/** Returns the name to show for a conversation: its group's, or its contact's. */
export function chatName(chat: {
  group: { name: string | null } | null
  person: Named
}): string | null {
  const group = chat.group?.name
  return group && VISIBLE.test(group) ? shorten(group, SHOWN_MAX) : displayName(chat.person)
}

/** Returns `text`, shortened between characters when it is longer than `max` UTF-16 units. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max)
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}
