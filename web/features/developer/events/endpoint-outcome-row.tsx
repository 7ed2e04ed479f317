import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useTimes } from '../../../lib/use-times.ts'
import type { EndpointOutcome } from '#webhooks/outcomes/schema.ts'
import { CustomerText } from '../../../components/customer-text.tsx'
import { StatusText } from '../../../components/status-text.tsx'
import type { Wire } from '../../../lib/wire.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { DeliveryStatus, useDeliverySentence } from '../deliveries/delivery-status.tsx'
import { toShortUrl } from '../endpoints/endpoints.ts'
import { useExplainAttempt } from '../deliveries/explain-attempt.ts'
import { Row } from '../../../components/rows.tsx'

/** Shows the outcome of an event at one endpoint: its delivery, or why there is none, with a button to resend it. */
export function EndpointOutcomeRow(props: {
  outcome: Wire<EndpointOutcome>
  type: string
  isResending: boolean
  onResend: () => void
}) {
  const { outcome, type, isResending, onResend } = props
  const t = useTranslations('developer.events')
  const { endpoint, delivery } = outcome
  const url = toShortUrl(endpoint.url)
  return (
    <Row
      lead={
        delivery ? (
          <DeliveryStatus delivery={delivery} />
        ) : (
          <StatusText tone="quiet">{t('outcomes.not_sent')}</StatusText>
        )
      }
      title={<CustomerText>{url}</CustomerText>}
      sub={<EndpointOutcomeText outcome={outcome} type={type} />}
      tail={
        endpoint.status === 'enabled' && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('resendTo', { url })}
            loading={isResending}
            onClick={onResend}
          >
            {t('resend')}
          </Button>
        )
      }
    />
  )
}

function EndpointOutcomeText({ outcome, type }: { outcome: Wire<EndpointOutcome>; type: string }) {
  const t = useTranslations('developer.events')
  const tFilters = useTranslations('developer.webhooks.filters')
  const say = useDeliverySentence()
  const explain = useExplainAttempt()
  const { toMinute } = useTimes()
  const { endpoint, delivery, reason, since, by } = outcome
  const time = since && toMinute(since)
  const error = delivery?.last_error
  const isFailing = error && delivery.status !== 'succeeded' && delivery.status !== 'cancelled'
  return (
    <>
      {delivery && <span>{say(delivery, endpoint.status === 'disabled')}</span>}
      {isFailing && <span>{explain(error, null).meaning}</span>}
      {reason && <span>{t(`endpointReasons.${reason}`, { type })}</span>}
      {outcome.excluded_by && (
        <span>{t('excludedBy', { filter: tFilters(outcome.excluded_by) })}</span>
      )}
      {reason === 'not_subscribed' && outcome.asked_then && (
        <span>{t('askedThen', { types: outcome.asked_then.join(', ') })}</span>
      )}
      {reason === 'not_subscribed' && outcome.asks_now?.includes(type) && (
        <span>{t('asksNow')}</span>
      )}
      {time && (
        <span>
          {by?.type === 'member'
            ? t('sinceBy', { time, name: by.name ?? t('formerMember') })
            : t('since', { time })}
        </span>
      )}
      {endpoint.status === 'deleted' && <span>{t('deleted')}</span>}
      {endpoint.status === 'disabled' && reason !== null && <span>{t('disabledNow')}</span>}
      {delivery && (
        <AppLink to={`/developer/deliveries/${delivery.id}`}>{t('openDelivery')}</AppLink>
      )}
      {endpoint.status !== 'deleted' && (
        <AppLink to={`/developer/webhooks/${endpoint.id}`}>{t('openEndpoint')}</AppLink>
      )}
    </>
  )
}
