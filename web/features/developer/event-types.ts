import { useTranslations } from 'use-intl'
import type { en } from '../../text/en/index.ts'

/** Every type of event, in the order in which they are documented. */
export const EVENT_TYPES = [
  'message.sent',
  'contact.created',
  'ticket.created',
  'message.received',
  'message.status_changed',
  'message.updated',
  'message.echoed',
  'conversation.created',
  'conversation.updated',
  'note.created',
  'note.updated',
  'contact.updated',
  'ticket.updated',
] as const

/** The types that an endpoint gets unless it asks for others. */
export const USUAL_TYPES: string[] = ['message.sent', 'contact.created', 'ticket.created']

type TypeKey = keyof (typeof en)['developer']['webhooks']['types']

/** Says of a type of event what it tells; undefined of one that is newer than this page. */
export function useEventText(): (type: string) => string | undefined {
  const t = useTranslations('developer.webhooks.types')
  return (type) => {
    const key = type.replace('.', '_') as TypeKey
    return t.has(key) ? t(key) : undefined
  }
}
