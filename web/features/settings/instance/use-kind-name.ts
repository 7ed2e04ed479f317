import { useTranslations } from 'use-intl'

/** Returns the function that names a kind of queue. One of a newer release is shown as it is. */
export function useKindName(): (kind: string) => string {
  const t = useTranslations('settings.instance.kinds')
  return (kind) => (t.has(kind as never) ? t(kind as never) : kind)
}
