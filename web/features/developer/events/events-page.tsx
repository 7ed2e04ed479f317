import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { EventOutcome } from '#webhooks/outcomes/schema.ts'
import { EVENT_OUTCOMES } from '#shared/webhooks.ts'
import { useAppConfig } from '../../../lib/session.ts'
import { CodeSamples } from '../../../components/code-samples.tsx'
import { ShortTime } from '../../../components/short-time.tsx'
import { TablePage } from '../../../components/table-page.tsx'
import { useLiveSwitch } from '../../../components/use-live-switch.tsx'
import type { Wire } from '../../../lib/wire.ts'
import { EVENT_FILTERS } from '../developer-filters.ts'
import { endpointsQuery, toShortUrl } from '../endpoints/endpoints.ts'
import { LogSubject } from '../deliveries/log-subject.tsx'
import { eventQuery } from './event-query.ts'
import { EventOutcomeStatus } from './event-outcome-status.tsx'
import { EVENT_TYPES } from '#shared/event-types.ts'
import { FilterBar } from '../../../components/filter-bar.tsx'
import { useUrlFilters } from '../../../lib/use-url-filters.ts'
import { followSamples } from '../samples/follow.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useList } from '../../../lib/use-list.ts'

const POLL_MS = 5000

/** Shows all events with their outcomes, to find out why a webhook was not delivered. */
export function EventsPage() {
  const t = useTranslations('developer.events')
  const tLists = useTranslations('developer.deliveries')
  const tTable = useTranslations('tables')
  const config = useAppConfig()
  const { liveSwitch, pollMs } = useLiveSwitch(POLL_MS)
  const { filters, change, replace } = useUrlFilters(EVENT_FILTERS)
  const endpoints = useQuery(endpointsQuery)
  const list = useList<Wire<EventOutcome>>(['developer', 'events'], '/api/developer/events', {
    query: {
      endpoint_id: filters.endpoint,
      outcome: filters.outcome,
      types: filters.type,
    },
    filters,
    pollMs,
  })
  const isFiltered = Object.keys(filters).length > 0
  const choices = endpoints.data?.data.map(({ id, url }) => ({ value: id, label: toShortUrl(url) }))
  return (
    <TablePage
      title={t('title')}
      path="/developer/events"
      preload={(id) => queryClient.prefetchQuery(eventQuery(id))}
      actions={liveSwitch}
      intro={t('intro')}
      filters={
        <FilterBar
          filters={filters}
          onChange={change}
          onClear={() => replace({})}
          choices={[
            {
              name: 'outcome',
              label: t('outcome'),
              choices: EVENT_OUTCOMES.map((value) => ({ value, label: t(`outcomes.${value}`) })),
              isUsual: true,
            },
            {
              name: 'type',
              label: tLists('type'),
              choices: EVENT_TYPES.map((value) => ({ value, label: value })),
              isUsual: true,
            },
            {
              name: 'endpoint',
              label: tLists('endpoint'),
              choices: choices ?? [],
              isUsual: true,
            },
          ]}
        />
      }
      list={list}
      empty={
        isFiltered
          ? { title: t('noneMatch'), text: t('noneMatchText') }
          : { title: t('empty'), text: t('emptyText') }
      }
      columns={[
        {
          key: 'outcome',
          label: t('outcome'),
          width: 7,
          place: 'status',
          cell: (event) => <EventOutcomeStatus outcome={event.outcome} />,
        },
        {
          key: 'type',
          label: tLists('type'),
          width: 12,
          place: 'title',
          cell: (event) => event.type,
        },
        {
          key: 'subject',
          label: tTable('subject'),
          cell: (event) => <LogSubject subject={event} />,
        },
        {
          key: 'endpoints',
          label: t('deliveredTo'),
          from: 'm',
          cell: (event) =>
            event.reason
              ? t(`reasons.${event.reason.code}`)
              : t('toEndpoints', { count: event.delivery_count }),
        },
        {
          key: 'time',
          label: tTable('time'),
          width: 4.5,
          place: 'time',
          cell: (event) => <ShortTime value={event.created_at} />,
        },
      ]}
    >
      <CodeSamples
        title={t('sampleTitle')}
        text={t('sampleText')}
        samples={followSamples(config?.public_url ?? window.location.origin)}
      />
    </TablePage>
  )
}
