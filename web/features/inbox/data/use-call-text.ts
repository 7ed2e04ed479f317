import { useLocale, useTranslations } from 'use-intl'
import { readCallWords } from '#shared/calls.ts'

/** Returns a function that says the words of a call in the reader's language; it returns other words as they are. */
export function useCallText(): (text: string) => string {
  const t = useTranslations('inbox.row')
  const locale = useLocale()
  return (text) => {
    const words = readCallWords(text)
    if (!words) return text
    const call = t(`call.${words.name}`)
    return words.seconds === null
      ? call
      : t('callLength', { call, time: lengthText(words.seconds, locale) })
  }
}

/** Returns a length of time in minutes and seconds, such as "1 min 5 sec". */
function lengthText(seconds: number, locale: string): string {
  const part = (value: number, unit: 'minute' | 'second') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  return [
    ...(minutes > 0 ? [part(minutes, 'minute')] : []),
    ...(rest > 0 || minutes === 0 ? [part(rest, 'second')] : []),
  ].join(' ')
}
