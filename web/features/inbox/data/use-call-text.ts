import { useLocale, useTranslations } from 'use-intl'
import { readCallWords } from '#shared/calls.ts'

/** Returns functions that say the words of a call, other words as they are, and of a voice message, in the reader's language. */
export function useCallText(): {
  callText: (text: string) => string
  voiceText: (seconds: number | null) => string
} {
  const t = useTranslations('inbox.row')
  const locale = useLocale()
  const withLength = (call: string, seconds: number | null) =>
    seconds === null ? call : t('callLength', { call, time: lengthText(seconds, locale) })
  return {
    callText: (text) => {
      const words = readCallWords(text)
      return words ? withLength(t(`call.${words.name}`), words.seconds) : text
    },
    voiceText: (seconds) => withLength(t('types.voice'), seconds),
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
