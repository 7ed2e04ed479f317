import { Badge } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../../components/customer-text.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { DeliveryStatus } from './delivery-status.tsx'
import type { ListedDelivery } from '#webhooks/deliveries/schema.ts'
import type { Wire } from '../../../lib/wire.ts'
import { LogSubject } from './log-subject.tsx'
import { useExplainAttempt } from './explain-attempt.ts'
import { Row } from '../../../components/rows.tsx'

/** A delivery in a list, with what its event is about. */
export type DeliveryInList = Wire<ListedDelivery>

/** Shows a delivery in a list; `url` is its endpoint's, for lists with several endpoints. */
export function DeliveryRow({ delivery, url }: { delivery: DeliveryInList; url?: string }) {
  const t = useTranslations('developer.deliveries')
  const explain = useExplainAttempt()
  const { last_error: error, last_response_status: status, attempt_count: count } = delivery
  return (
    <Row
      to={`/developer/deliveries/${delivery.id}`}
      lead={<DeliveryStatus delivery={delivery} />}
      title={
        <>
          {delivery.event_type}{' '}
          {delivery.test && (
            <Badge size="sm" variant="outline" color="gray" c="dimmed" tt="none">
              {t('test')}
            </Badge>
          )}
        </>
      }
      sub={
        <>
          <LogSubject subject={delivery} />
          {url && <CustomerText>{url}</CustomerText>}
          <span>{t('tries', { count })}</span>
          {error && delivery.status !== 'cancelled' ? (
            <span>{explain(error, status).short}</span>
          ) : (
            status !== null && <span>{t('answered', { status: String(status) })}</span>
          )}
        </>
      }
      tail={<TimeText value={delivery.created_at} />}
    />
  )
}
