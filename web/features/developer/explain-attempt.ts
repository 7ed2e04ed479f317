import { useTranslations } from 'use-intl'
import type { en } from '../../text/en/index.ts'

type Texts = (typeof en)['developer']['errors']

/** What can go wrong with a try, as the API's words. */
export const ATTEMPT_ERRORS = [
  'invalid_url',
  'invalid_request',
  'blocked_target',
  'dns_not_found',
  'dns_failed',
  'connection_refused',
  'connection_failed',
  'connection_closed',
  'certificate_expired',
  'certificate_untrusted',
  'certificate_mismatch',
  'tls_failed',
  'invalid_response',
  'timeout',
  'aborted',
  'redirect_not_followed',
  'unexpected_status',
] as const

/** Why a try failed: in a few words, in a sentence, and what to do. */
export type Explained = { short: string; meaning: string; advice: string }

/** What can go wrong with a try, to choose from. */
export function useErrorChoices(): { value: string; label: string }[] {
  const t = useTranslations('developer.errors')
  return ATTEMPT_ERRORS.map((value) => ({ value, label: t(`words.${value}.short`) }))
}

/** Explains the error word of a try and the status that came; of a word that is newer than this page, the word. */
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
