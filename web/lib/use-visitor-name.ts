import { useTranslations } from 'use-intl'
import { visitorName } from '#shared/visitor-name.ts'
import { chatName, displayName } from './display-name.ts'
import type { Named } from './display-name.ts'

type Visitor = Named & { id: string }
type NamedChat = Parameters<typeof chatName>[0] & { person: Visitor }

/** Returns a function that names a contact of whom nothing visible is known, as `visitorName` does, in the language of the app. */
export function useVisitorName(): (id: string) => string {
  const t = useTranslations('inbox.visitor')
  return (id) => visitorName(id, { colors: t('colors'), animals: t('animals') })
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
