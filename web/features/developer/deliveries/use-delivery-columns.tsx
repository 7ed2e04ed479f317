import { Badge } from '@mantine/core'
import { useFormatter, useTranslations } from 'use-intl'
import type { ListedDelivery } from '#webhooks/deliveries/schema.ts'
import { CustomerText } from '../../../components/customer-text.tsx'
import type { Column } from '../../../components/row-table.tsx'
import { ShortTime } from '../../../components/short-time.tsx'
import type { Wire } from '../../../lib/wire.ts'
import { DeliveryStatus } from './delivery-status.tsx'
import { useExplainAttempt } from './explain-attempt.ts'
import { LogSubject } from './log-subject.tsx'

/** A delivery in a list, with what its event is about. */
export type DeliveryInList = Wire<ListedDelivery>

/** Returns the columns of a list of deliveries. `urlOf` returns the URL of an endpoint, for lists with several endpoints. */
export function useDeliveryColumns(
  urlOf?: (delivery: DeliveryInList) => string,
): Column<DeliveryInList>[] {
  const t = useTranslations('developer.deliveries')
  const tTable = useTranslations('tables')
  const format = useFormatter()
  const explain = useExplainAttempt()
  return [
    {
      key: 'status',
      label: t('status'),
      width: 7,
      place: 'status',
      cell: (delivery) => <DeliveryStatus delivery={delivery} />,
    },
    {
      key: 'type',
      label: t('type'),
      width: 12,
      place: 'title',
      cell: ({ event_type: type, test: isTest }) => (
        <>
          {type}{' '}
          {isTest && (
            <Badge size="sm" variant="outline" color="gray" c="dimmed" tt="none">
              {t('test')}
            </Badge>
          )}
        </>
      ),
    },
    {
      key: 'subject',
      label: tTable('subject'),
      cell: (delivery) => <LogSubject subject={delivery} />,
    },
    ...(urlOf
      ? [
          {
            key: 'endpoint',
            label: t('endpoint'),
            from: 'l' as const,
            width: 10,
            cell: (delivery: DeliveryInList) => <CustomerText>{urlOf(delivery)}</CustomerText>,
          },
        ]
      : []),
    {
      key: 'response',
      label: t('response'),
      from: 'm',
      width: 7.5,
      cell: ({ status, last_error: error, last_response_status: code }) =>
        error && status !== 'cancelled' ? explain(error, code).short : code,
    },
    {
      key: 'attempts',
      label: t('attempts'),
      from: 'l',
      width: 5,
      isFigure: true,
      cell: ({ attempt_count: count }) => format.number(count),
    },
    {
      key: 'ms',
      label: tTable('duration'),
      from: 'l',
      width: 3.75,
      isFigure: true,
      cell: ({ last_duration_ms: ms }) => ms !== null && format.number(ms),
    },
    {
      key: 'time',
      label: tTable('time'),
      width: 4,
      place: 'time',
      cell: (delivery) => <ShortTime value={delivery.created_at} />,
    },
  ]
}
