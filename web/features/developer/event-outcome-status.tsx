import { useTranslations } from 'use-intl'
import { StatusText } from '../../components/status-text.tsx'
import type { Tone } from '../../components/status-text.tsx'

/** The possible outcomes of an event. */
export const OUTCOMES = ['failed', 'pending', 'delivered', 'cancelled', 'not_sent'] as const

const TONES: Record<(typeof OUTCOMES)[number], Tone> = {
  failed: 'bad',
  pending: 'busy',
  delivered: 'good',
  cancelled: 'quiet',
  not_sent: 'quiet',
}

/** Shows an event's outcome as a word. */
export function EventOutcomeStatus({ outcome }: { outcome: (typeof OUTCOMES)[number] }) {
  const t = useTranslations('developer.events.outcomes')
  return <StatusText tone={TONES[outcome]}>{t(outcome)}</StatusText>
}
