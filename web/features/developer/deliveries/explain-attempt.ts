import { useTranslations } from 'use-intl'
import { ATTEMPT_ERRORS } from '#shared/webhooks.ts'
import type { en } from '../../../text/en.ts'

type Texts = (typeof en)['developer']['errors']

/** An explanation of an attempt's error: a short label, a sentence, and advice. */
type Explained = { short: string; meaning: string; advice: string }

/** Returns the error codes of attempts as options of a select. */
export function useErrorChoices(): { value: string; label: string }[] {
  const t = useTranslations('developer.errors')
  return ATTEMPT_ERRORS.map((value) => ({ value, label: t(`words.${value}.short`) }))
}

/**
 * Returns a function that explains an attempt's error code and response status. An unknown code, such as one added
 * after this page was loaded, is shown unchanged.
 */
export function useExplainAttempt(): (error: string, status: number | null) => Explained {
  const t = useTranslations('developer.errors')
  return (error, status) => {
    const word = error as keyof Texts['words']
    if (!t.has(`words.${word}.short`)) return { short: error, meaning: t('unknown'), advice: '' }
    if (word !== 'unexpected_status' || status === null)
      return {
        short: t(`words.${word}.short`),
        meaning: t(`words.${word}.meaning`),
        advice: t(`words.${word}.advice`),
      }
    const short = t('answered', { status: String(status) })
    const known = String(status) as `${keyof Texts['statuses']}`
    if (t.has(`statuses.${known}.meaning`))
      return {
        short,
        meaning: t(`statuses.${known}.meaning`),
        advice: t(`statuses.${known}.advice`),
      }
    if (status < 500)
      return {
        short,
        meaning: t('clientError', { status: String(status) }),
        advice: t('words.unexpected_status.advice'),
      }
    return {
      short,
      meaning: t('serverError', { status: String(status) }),
      advice: t('serverErrorAdvice'),
    }
  }
}
