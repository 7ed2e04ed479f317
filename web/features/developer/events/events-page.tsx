import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { EventOutcome } from '#webhooks/outcomes/schema.ts'
import { EVENT_OUTCOMES } from '#shared/webhooks.ts'
import { useAppConfig } from '../../../lib/session.ts'
import { CodeSamples } from '../../../components/code-samples.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/wire.ts'
import { EVENT_FILTERS } from '../developer-filters.ts'
import { endpointsQuery, toShortUrl } from '../endpoints/endpoints.ts'
import { LogSubject } from '../deliveries/log-subject.tsx'
import { EventOutcomeStatus } from './event-outcome-status.tsx'
import { EVENT_TYPES } from '#shared/event-types.ts'
import { FilterBar } from '../../../components/filter-bar.tsx'
import { useUrlFilters } from '../../../lib/use-url-filters.ts'
import { Row } from '../../../components/rows.tsx'
import { followSamples } from '../samples/follow.ts'
import { useList } from '../../../lib/use-list.ts'

const POLL_MS = 5000

/** Shows all events with their outcomes, to find out why a webhook was not delivered. */
export function EventsPage() {
  const t = useTranslations('developer.events')
  const tLists = useTranslations('developer.deliveries')
  const config = useAppConfig()
  const { filters, change, replace } = useUrlFilters(EVENT_FILTERS)
  const endpoints = useQuery(endpointsQuery)
  const list = useList<Wire<EventOutcome>>(['developer', 'events'], '/api/developer/events', {
    query: {
      endpoint_id: filters.endpoint,
      outcome: filters.outcome,
      types: filters.type,
    },
    filters,
    pollMs: POLL_MS,
  })
  const isFiltered = Object.keys(filters).length > 0
  const choices = endpoints.data?.data.map(({ id, url }) => ({ value: id, label: toShortUrl(url) }))
  return (
    <ListPage
      title={t('title')}
      intro={t('intro')}
      filters={
        <FilterBar
          filters={filters}
          onChange={change}
          onClear={() => replace({})}
          selects={[
            {
              name: 'outcome',
              label: t('outcome'),
              any: t('anyOutcome'),
              choices: EVENT_OUTCOMES.map((value) => ({ value, label: t(`outcomes.${value}`) })),
            },
            {
              name: 'type',
              label: tLists('type'),
              any: tLists('anyType'),
              choices: EVENT_TYPES.map((value) => ({ value, label: value })),
            },
            {
              name: 'endpoint',
              label: tLists('endpoint'),
              any: tLists('anyEndpoint'),
              choices: choices ?? [],
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
      row={(event) => (
        <Row
          key={event.id}
          to={`/developer/events/${event.id}`}
          lead={<EventOutcomeStatus outcome={event.outcome} />}
          title={event.type}
          sub={
            <>
              <LogSubject subject={event} />
              <span>
                {event.reason
                  ? t(`reasons.${event.reason.code}`)
                  : t('toEndpoints', { count: event.delivery_count })}
              </span>
            </>
          }
          tail={<TimeText value={event.created_at} />}
        />
      )}
    >
      <CodeSamples
        title={t('sampleTitle')}
        text={t('sampleText')}
        samples={followSamples(config?.public_url ?? window.location.origin)}
      />
    </ListPage>
  )
}
