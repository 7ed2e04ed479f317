import { useLocale, useTranslations } from 'use-intl'
import { dateFormat, dayOf } from '../lib/day.ts'

/** Returns a function that names the local day of a time for a heading: `Today`, `Yesterday`, `Monday 3 August`. */
export function useDayName(today: number): (time: Date) => string {
  const t = useTranslations('shell')
  const locale = useLocale()
  return (time) => {
    const ago = today - dayOf(time)
    if (ago === 0) return t('today')
    if (ago === 1) return t('yesterday')
    return dateFormat(locale, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      ...((ago > 300 || ago < 0) && { year: 'numeric' }),
    }).format(time)
  }
}
