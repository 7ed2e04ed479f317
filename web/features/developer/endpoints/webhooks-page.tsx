import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { CodeSamples } from '../../../components/code-samples.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { useCreateButton } from '../../../components/use-create-button.tsx'
import { CreateEndpointDialog } from './create-endpoint-dialog.tsx'
import { EndpointStatus } from './endpoint-status.tsx'
import { healthQuery, toShortUrl } from './endpoints.ts'
import type { Health, WebhookEndpoint } from './endpoints.ts'
import { HealthBars } from './health-bars.tsx'
import { Row } from '../../../components/rows.tsx'
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
    <ListPage
      title={t('title')}
      actions={list.rows.length > 0 && create}
      intro={t('intro')}
      list={list}
      empty={{ title: t('empty'), text: t('emptyText'), children: create }}
      row={(endpoint) => <EndpointRow key={endpoint.id} endpoint={endpoint} />}
    >
      <CodeSamples title={t('sampleTitle')} text={t('sampleText')} samples={receiveSamples} />
      {isCreating && <CreateEndpointDialog onClose={() => setCreating(false)} />}
    </ListPage>
  )
}

function EndpointRow({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useTranslations('developer.webhooks')
  const { data: health } = useQuery(healthQuery(endpoint.id))
  return (
    <Row
      to={`/developer/webhooks/${endpoint.id}`}
      lead={<EndpointStatus endpoint={endpoint} />}
      title={<CustomerText>{toShortUrl(endpoint.url)}</CustomerText>}
      sub={
        <>
          {endpoint.description && <CustomerText>{endpoint.description}</CustomerText>}
          <span>{t('eventCount', { count: endpoint.events.length })}</span>
          {endpoint.disabled_reason && (
            <span>{t(`disabledReasons.${endpoint.disabled_reason}`)}</span>
          )}
          {health && <HealthLine health={health} />}
        </>
      }
      tail={health && <HealthBars buckets={health.last_24_hours.buckets} small />}
    />
  )
}

function HealthLine({ health }: { health: Health }) {
  const t = useTranslations('developer.webhooks')
  const format = useFormatter()
  const { success_rate: rate } = health.last_24_hours
  const { count, is_exact: isExact } = health.pending
  return (
    <>
      <span>
        {rate === null
          ? t('idle')
          : t('rate', {
              rate: format.number(rate, { style: 'percent', maximumFractionDigits: 1 }),
            })}
      </span>
      {count > 0 && <span>{isExact ? t('waiting', { count }) : t('waitingMany', { count })}</span>}
    </>
  )
}
