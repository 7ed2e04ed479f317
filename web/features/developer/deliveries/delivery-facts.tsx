import { useTranslations } from 'use-intl'
import { CopyId } from '../../../components/copy-id.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { AppLink } from '../../../components/app-link.tsx'
import type { FullDelivery } from './delivery-query.ts'
import { toShortUrl } from '../endpoints/endpoints.ts'
import type { WebhookEndpoint } from '../endpoints/endpoints.ts'
import { Facts } from '../../../components/facts.tsx'

/** Shows a delivery's endpoint, event and times. */
export function DeliveryFacts(props: {
  delivery: FullDelivery
  endpoint: WebhookEndpoint | undefined
}) {
  const { delivery, endpoint } = props
  const t = useTranslations('developer.deliveries')
  return (
    <Facts
      facts={[
        {
          label: t('endpoint'),
          value: endpoint ? (
            <AppLink to={`/developer/webhooks/${endpoint.id}`}>{toShortUrl(endpoint.url)}</AppLink>
          ) : (
            t('deletedEndpoint')
          ),
        },
        {
          label: t('event'),
          value: delivery.test ? (
            t('test')
          ) : (
            <AppLink to={`/developer/events/${delivery.event_id}`}>{delivery.event_type}</AppLink>
          ),
        },
        { label: t('created'), value: <TimeText value={delivery.created_at} exact /> },
        delivery.completed_at
          ? { label: t('completed'), value: <TimeText value={delivery.completed_at} exact /> }
          : undefined,
        delivery.status === 'pending' && delivery.next_attempt_at
          ? { label: t('nextTry'), value: <TimeText value={delivery.next_attempt_at} exact /> }
          : undefined,
        { label: t('id'), value: <CopyId id={delivery.id} /> },
      ]}
    />
  )
}
