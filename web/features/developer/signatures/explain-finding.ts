import { useTranslations } from 'use-intl'
import type { Finding } from '#webhooks/signatures/schema.ts'
import type { en } from '../../../text/en.ts'
import type { Wire } from '../../../lib/wire.ts'

type Texts = (typeof en)['developer']['signatures']

const GROUPS = {
  malformed_header: 'headerProblems',
  wrong_secret: 'secretProblems',
  body_changed: 'bodyChanges',
  timestamp_skew: 'timeProblems',
} as const

/**
 * Returns a function that explains a finding in the app's language; for an unknown problem it returns the server's
 * text.
 */
export function useExplainFinding(): (finding: Wire<Finding>) => {
  message: string
  advice: string
} {
  const t = useTranslations('developer.signatures')
  return ({ code, problem, message, advice, endpoint, skew_seconds: skew }) => {
    if (code === 'no_match') return { message: t('noMatch.message'), advice: t('noMatch.advice') }
    const key = `${GROUPS[code]}.${problem}` as `secretProblems.${keyof Texts['secretProblems']}`
    if (problem === null || !t.has(`${key}.message`)) return { message, advice }
    const facts = { url: endpoint?.url ?? '', seconds: Math.abs(skew ?? 0) }
    return { message: t(`${key}.message`, facts), advice: t(`${key}.advice`, facts) }
  }
}
