import { useTranslations } from 'use-intl'
import { chatName, displayName } from './display-name.ts'
import type { Named } from './display-name.ts'

type Visitor = Named & { id: string }
type NamedChat = Parameters<typeof chatName>[0] & { person: Visitor }

/**
 * Returns a function that names a contact of whom nothing visible is known, such as "Blue Heron": always the same name for an
 * id, so that members can talk about the contact.
 */
export function useVisitorName(): (id: string) => string {
  const t = useTranslations('inbox.visitor')
  return (id) => {
    // The last digits of an id are random.
    const digit = (place: number) => Number.parseInt(id.at(place) ?? '0', 16) || 0
    const wordOf = (words: string, index: number) => words.split(' ')[index] ?? ''
    return t('name', {
      color: wordOf(t('colors'), digit(-1)),
      animal: wordOf(t('animals'), digit(-2)),
    })
  }
}

/** Returns a function that returns the name to show for a conversation; never an empty one. */
export function useChatName(): (chat: NamedChat) => string {
  const visitorName = useVisitorName()
  return (chat) => chatName(chat) ?? visitorName(chat.person.id)
}

/** Returns a function that returns the name to show for a contact; never an empty one. */
export function usePersonName(): (person: Visitor) => string {
  const visitorName = useVisitorName()
  return (person) => displayName(person) ?? visitorName(person.id)
}
