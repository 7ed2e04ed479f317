import { useTranslations } from 'use-intl'
import type { EventType } from '#shared/event-types.ts'
import { toTextKey } from '../../../text/text-key.ts'

/** Returns a function that explains an event type; it returns undefined for a type that is newer than this page. */
export function useEventText(): (type: string) => string | undefined {
  const t = useTranslations('developer.webhooks.types')
  return (type) => {
    const key = toTextKey(type as EventType)
    return t.has(key) ? t(key) : undefined
  }
}
