import { useTranslations } from 'use-intl'
import { useTimes } from '../../../lib/use-times.ts'
import type { Delivery } from '#webhooks/deliveries/schema.ts'
import { StatusText } from '../../../components/status-text.tsx'
import type { Tone } from '../../../components/status-text.tsx'
import type { Wire } from '../../../lib/wire.ts'

/** A delivery. */
type WebhookDelivery = Wire<Delivery>

const TONES: Record<string, Tone> = {
  pending: 'quiet',
  retrying: 'busy',
  held: 'busy',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'quiet',
}

/** Shows a delivery's status as a word. */
export function DeliveryStatus({
  delivery,
}: {
  delivery: Pick<WebhookDelivery, 'status' | 'attempt_count'> & { held?: boolean }
}) {
  const t = useTranslations('developer.deliveries.statuses')
  const isTried = delivery.status === 'pending' && delivery.attempt_count > 0
  const state = delivery.held ? 'held' : isTried ? 'retrying' : delivery.status
  return <StatusText tone={TONES[state] ?? 'quiet'}>{t(state)}</StatusText>
}

/**
 * Returns a function that explains a delivery's status in a sentence; `isEndpointDisabled` is the endpoint's current
 * state.
 */
export function useDeliverySentence(): (
  delivery: Pick<WebhookDelivery, 'status' | 'attempt_count' | 'last_error' | 'next_attempt_at'> & {
    held?: boolean
  },
  isEndpointDisabled: boolean,
) => string {
  const t = useTranslations('developer.deliveries.says')
  const { now, ahead } = useTimes(1000)
  return (delivery, isEndpointDisabled) => {
    const { status, attempt_count: count, next_attempt_at: next } = delivery
    if (status === 'succeeded') return t('succeeded', { count })
    if (status === 'failed') return t('failed', { count })
    if (status === 'cancelled')
      return delivery.last_error === 'expired' ? t('expired') : t('cancelled')
    if (isEndpointDisabled) return t('disabled')
    if (delivery.held) return t('held')
    if (count === 0) return t('fresh')
    const isAhead = next !== null && new Date(next).getTime() > now.getTime()
    return isAhead ? t('retrying', { count, when: ahead(next) }) : t('retryingSoon', { count })
  }
}
