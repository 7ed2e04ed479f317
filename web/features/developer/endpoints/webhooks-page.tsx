import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { CodeSamples } from '../../../components/code-samples.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import type { Column } from '../../../components/row-table.tsx'
import { TablePage } from '../../../components/table-page.tsx'
import { useCreateButton } from '../../../components/use-create-button.tsx'
import { CreateEndpointDialog } from './create-endpoint-dialog.tsx'
import { EndpointStatus } from './endpoint-status.tsx'
import { healthQuery, toShortUrl } from './endpoints.ts'
import type { WebhookEndpoint } from './endpoints.ts'
import { HealthBars } from './health-bars.tsx'
import { receiveSamples } from '../samples/verify.ts'
import { useList } from '../../../lib/use-list.ts'

/** Shows the workspace's webhook endpoints with their health. */
export function WebhooksPage() {
  const t = useTranslations('developer.webhooks')
  const [isCreating, setCreating] = useState(false)
  const list = useList<WebhookEndpoint>(['developer', 'endpoint-list'], '/api/developer/webhooks', {
    pollMs: 10_000,
  })
  const create = useCreateButton('create-endpoint', t('create'), () => setCreating(true))
  return (
    <TablePage
      title={t('title')}
      actions={list.rows.length > 0 && create}
      intro={t('intro')}
      list={list}
      empty={{ title: t('empty'), text: t('emptyText'), children: create }}
      columns={useColumns()}
      to={({ id }) => `/developer/webhooks/${id}`}
    >
      <CodeSamples title={t('sampleTitle')} text={t('sampleText')} samples={receiveSamples} />
      {isCreating && <CreateEndpointDialog onClose={() => setCreating(false)} />}
    </TablePage>
  )
}

function useColumns(): Column<WebhookEndpoint>[] {
  const t = useTranslations('developer.webhooks')
  const tTable = useTranslations('tables')
  const format = useFormatter()
  return [
    {
      key: 'status',
      label: tTable('status'),
      width: 6.5,
      place: 'status',
      cell: (endpoint) => <EndpointStatus endpoint={endpoint} />,
    },
    {
      key: 'url',
      label: 'URL',
      place: 'title',
      cell: ({ url }) => <CustomerText>{toShortUrl(url)}</CustomerText>,
    },
    {
      key: 'description',
      label: t('description'),
      from: 'l',
      width: 14,
      cell: ({ description, disabled_reason: reason }) =>
        reason
          ? t(`disabledReasons.${reason}`)
          : description && <CustomerText>{description}</CustomerText>,
    },
    {
      key: 'events',
      label: t('eventsShort'),
      from: 'l',
      width: 5,
      isFigure: true,
      cell: ({ events }) => format.number(events.length),
    },
    {
      key: 'rate',
      label: t('successRate'),
      width: 9,
      from: 'm',
      isFigure: true,
      cell: ({ id }) => <SuccessRate id={id} />,
    },
    {
      key: 'pending',
      label: t('pending'),
      width: 5.5,
      from: 'm',
      isFigure: true,
      cell: ({ id }) => <PendingCount id={id} />,
    },
    {
      key: 'bars',
      label: t('day'),
      width: 8,
      from: 'l',
      cell: ({ id }) => <DayBars id={id} />,
    },
  ]
}

function SuccessRate({ id }: { id: string }) {
  const format = useFormatter()
  const { data: health } = useQuery(healthQuery(id))
  if (!health) return null
  const { success_rate: rate } = health.last_24_hours
  return rate === null ? '–' : format.number(rate, { style: 'percent', maximumFractionDigits: 1 })
}

function PendingCount({ id }: { id: string }) {
  const format = useFormatter()
  const { data: health } = useQuery(healthQuery(id))
  return health && format.number(health.pending.count) + (health.pending.is_exact ? '' : '+')
}

function DayBars({ id }: { id: string }) {
  const { data: health } = useQuery(healthQuery(id))
  return health && <HealthBars buckets={health.last_24_hours.buckets} small />
}
