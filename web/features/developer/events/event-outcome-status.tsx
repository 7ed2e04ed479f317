import { useTranslations } from 'use-intl'
import type { EventOutcomeName } from '#shared/webhooks.ts'
import { StatusText } from '../../../components/status-text.tsx'
import type { Tone } from '../../../components/status-text.tsx'

const TONES: Record<EventOutcomeName, Tone> = {
  failed: 'bad',
  pending: 'busy',
  delivered: 'good',
  cancelled: 'quiet',
  not_sent: 'quiet',
}

/** Shows an event's outcome as a word. */
export function EventOutcomeStatus({ outcome }: { outcome: EventOutcomeName }) {
  const t = useTranslations('developer.events.outcomes')
  return <StatusText tone={TONES[outcome]}>{t(outcome)}</StatusText>
}
