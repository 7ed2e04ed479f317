import { useTranslations } from 'use-intl'
import type { en } from '../../text/en/index.ts'

type TypeKey = keyof (typeof en)['developer']['webhooks']['types']

/** Says of a type of event what it tells; undefined of one that is newer than this page. */
export function useEventText(): (type: string) => string | undefined {
  const t = useTranslations('developer.webhooks.types')
  return (type) => {
    const key = type.replace('.', '_') as TypeKey
    return t.has(key) ? t(key) : undefined
  }
}
