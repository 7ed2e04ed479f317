import type { Chat } from '../data/types.ts'

const SHOWN_MAX = 120
/** Something that leaves a mark on the screen: a name of joiners and blanks is none. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** The name to show for somebody; null where there is nothing that one could see. */
export function displayName(person: {
  name: string | null
  phone_e164: string | null
  email: string | null
}): string | null {
  const found = [person.name, person.phone_e164, person.email].find(
    (text) => text !== null && VISIBLE.test(text),
  )
  return found ? shorten(found, SHOWN_MAX) : null
}

/** The name to show for a chat: of its group, or of its customer. */
export function chatName(chat: Chat): string | null {
  const group = chat.group?.name
  return group && VISIBLE.test(group) ? shorten(group, SHOWN_MAX) : displayName(chat.person)
}

/** `text`, cut between characters where it is longer than `max` units. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max)
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}
