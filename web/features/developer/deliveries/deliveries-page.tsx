import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { DELIVERY_STATUSES } from '#shared/webhooks.ts'
import { useAppConfig } from '../../../lib/session.ts'
import { CodeSamples } from '../../../components/code-samples.tsx'
import { TablePage } from '../../../components/table-page.tsx'
import { useLiveSwitch } from '../../../components/use-live-switch.tsx'
import { AppLink } from '../../../components/app-link.tsx'
import { deliveryQuery } from './delivery-query.ts'
import { useDeliveryColumns } from './use-delivery-columns.tsx'
import type { DeliveryInList } from './use-delivery-columns.tsx'
import { DELIVERY_FILTERS } from '../developer-filters.ts'
import { endpointsQuery, toShortUrl, useEndpoints } from '../endpoints/endpoints.ts'
import { useErrorChoices } from './explain-attempt.ts'
import { EVENT_TYPES } from '#shared/event-types.ts'
import { FilterBar } from '../../../components/filter-bar.tsx'
import type { FilterProps } from '../../../components/filter-bar.tsx'
import { useUrlFilters } from '../../../lib/use-url-filters.ts'
import { onceSamples } from '../samples/once.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useList } from '../../../lib/use-list.ts'

const POLL_MS = 2500

type Filter = (typeof DELIVERY_FILTERS)[number]

/** Shows all deliveries and refreshes the list. */
export function DeliveriesPage() {
  const t = useTranslations('developer.deliveries')
  const config = useAppConfig()
  const { filters, change, replace } = useUrlFilters(DELIVERY_FILTERS)
  const { liveSwitch, pollMs } = useLiveSwitch(POLL_MS)
  const endpoints = useQuery(endpointsQuery)
  const byId = useEndpoints()
  const list = useList<DeliveryInList>(
    ['developer', 'deliveries'],
    '/api/developer/webhooks/deliveries',
    {
      query: {
        endpoint_id: filters.endpoint,
        status: filters.status,
        event_type: filters.type,
        error: filters.error,
      },
      filters,
      pollMs,
    },
  )
  const columns = useDeliveryColumns((delivery) => {
    const endpoint = byId.get(delivery.endpoint_id)
    return endpoint ? toShortUrl(endpoint.url) : endpoints.isPending ? '' : t('deletedEndpoint')
  })
  const isFiltered = Object.keys(filters).length > 0
  return (
    <TablePage
      title={t('title')}
      path="/developer/deliveries"
      preload={(id) => queryClient.prefetchQuery(deliveryQuery(id))}
      actions={liveSwitch}
      intro={t('intro')}
      filters={<DeliveryFilters filters={filters} onChange={change} onClear={() => replace({})} />}
      list={list}
      columns={columns}
      empty={
        isFiltered
          ? { title: t('noneMatch'), text: t('noneMatchText') }
          : {
              title: t('empty'),
              text: t('emptyText'),
              children: <AppLink to="/developer/webhooks">{t('toEndpoints')}</AppLink>,
            }
      }
    >
      <CodeSamples
        title={t('sampleTitle')}
        text={t('sampleText')}
        samples={onceSamples(config?.public_url ?? window.location.origin)}
      />
    </TablePage>
  )
}

function DeliveryFilters(props: FilterProps<Filter>) {
  const t = useTranslations('developer.deliveries')
  const endpoints = useQuery(endpointsQuery)
  const errors = useErrorChoices()
  const choices = endpoints.data?.data.map(({ id, url }) => ({ value: id, label: toShortUrl(url) }))
  return (
    <FilterBar
      {...props}
      choices={[
        {
          name: 'status',
          label: t('status'),
          choices: DELIVERY_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
          isUsual: true,
        },
        { name: 'endpoint', label: t('endpoint'), choices: choices ?? [], isUsual: true },
        {
          name: 'type',
          label: t('type'),
          choices: EVENT_TYPES.map((value) => ({ value, label: value })),
          isUsual: true,
        },
        { name: 'error', label: t('error'), choices: errors },
      ]}
    />
  )
}
