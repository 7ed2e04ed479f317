import { useTranslations } from 'use-intl'
import { CHANNEL_NAMES } from '#shared/channel-types.ts'

/**
 * Returns a function that names the source of a contact or lead: the ones that Parley sets in the reader's language, and
 * one that a program or file gave as it is.
 */
export function useSourceName(): (source: string) => string {
  const t = useTranslations('personPane.sources')
  const names = new Map<string, string>([
    ...Object.entries(CHANNEL_NAMES),
    ...(['api', 'form', 'import'] as const).map((own) => [own, t(own)] as const),
  ])
  return (source) => names.get(source) ?? source
}
