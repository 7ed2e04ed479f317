import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DELIVERY_STATUSES } from '#shared/webhooks.ts'
import { useAppConfig } from '../../../lib/session.ts'
import { CodeSamples } from '../../../components/code-samples.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { AppLink } from '../../../components/app-link.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import type { DeliveryInList } from './delivery-row.tsx'
import { DELIVERY_FILTERS } from '../developer-filters.ts'
import { endpointsQuery, toShortUrl, useEndpoints } from '../endpoints/endpoints.ts'
import { useErrorChoices } from './explain-attempt.ts'
import { EVENT_TYPES } from '#shared/event-types.ts'
import { FilterBar } from '../../../components/filter-bar.tsx'
import type { FilterProps } from '../../../components/filter-bar.tsx'
import { useUrlFilters } from '../../../lib/use-url-filters.ts'
import { onceSamples } from '../samples/once.ts'
import { useList } from '../../../lib/use-list.ts'

const POLL_MS = 2500

type Filter = (typeof DELIVERY_FILTERS)[number]

/** Shows all deliveries and refreshes the list. */
export function DeliveriesPage() {
  const t = useTranslations('developer.deliveries')
  const config = useAppConfig()
  const { filters, change, replace } = useUrlFilters(DELIVERY_FILTERS)
  const [isLive, setLive] = useState(true)
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
      pollMs: isLive && POLL_MS,
    },
  )
  const isFiltered = Object.keys(filters).length > 0
  return (
    <ListPage
      title={t('title')}
      actions={
        <Switch
          label={t('live')}
          checked={isLive}
          onChange={({ currentTarget }) => setLive(currentTarget.checked)}
        />
      }
      intro={t('intro')}
      filters={<DeliveryFilters filters={filters} onChange={change} onClear={() => replace({})} />}
      list={list}
      empty={
        isFiltered
          ? { title: t('noneMatch'), text: t('noneMatchText') }
          : {
              title: t('empty'),
              text: t('emptyText'),
              children: <AppLink to="/developer/webhooks">{t('toEndpoints')}</AppLink>,
            }
      }
      row={(delivery) => {
        const endpoint = byId.get(delivery.endpoint_id)
        return (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            url={
              endpoint ? toShortUrl(endpoint.url) : endpoints.isPending ? '' : t('deletedEndpoint')
            }
          />
        )
      }}
    >
      <CodeSamples
        title={t('sampleTitle')}
        text={t('sampleText')}
        samples={onceSamples(config?.public_url ?? window.location.origin)}
      />
    </ListPage>
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
      selects={[
        {
          name: 'endpoint',
          label: t('endpoint'),
          any: t('anyEndpoint'),
          choices: choices ?? [],
        },
        {
          name: 'status',
          label: t('status'),
          any: t('anyStatus'),
          choices: DELIVERY_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
        },
        {
          name: 'type',
          label: t('type'),
          any: t('anyType'),
          choices: EVENT_TYPES.map((value) => ({ value, label: value })),
        },
        {
          name: 'error',
          label: t('error'),
          any: t('anyError'),
          choices: errors,
        },
      ]}
    />
  )
}
