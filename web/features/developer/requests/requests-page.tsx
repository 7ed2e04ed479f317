import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConnectedApp } from '#account/apps/schema.ts'
import type { ApiKey } from '#account/keys/schema.ts'
import { ERROR_CODES } from '#shared/errors.ts'
import {
  LOGGED_METHODS,
  LOGGED_PER_SECOND,
  REQUEST_LOG_DAYS,
  STATUS_CLASSES,
} from '#shared/request-log.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { FilterBar } from '../../../components/filter-bar.tsx'
import type { FilterProps } from '../../../components/filter-bar.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { readAll } from '../../../lib/read-all.ts'
import { useList } from '../../../lib/use-list.ts'
import { useUrlFilters } from '../../../lib/use-url-filters.ts'
import type { Wire } from '../../../lib/wire.ts'
import { REQUEST_FILTERS } from '../developer-filters.ts'
import { RecordBodies } from './record-bodies.tsx'
import { RequestRow } from './request-row.tsx'
import type { LoggedRequest } from './request-row.tsx'

const POLL_MS = 2_000

type Filter = (typeof REQUEST_FILTERS)[number]

/** Shows the requests of the workspace's API keys and refreshes the list. */
export function RequestsPage() {
  const t = useTranslations('developer.requests')
  const { filters, change, replace } = useUrlFilters(REQUEST_FILTERS)
  const [isLive, setLive] = useState(true)
  const { key, status, method, code, path } = filters
  const list = useList<LoggedRequest>(['developer', 'requests'], '/api/developer/request-log', {
    query: { key_id: key, status, method, code, path },
    filters,
    pollMs: isLive && POLL_MS,
  })
  const isFiltered = Object.keys(filters).length > 0
  return (
    <ListPage
      title={t('title')}
      actions={
        <Switch
          label={t('live')}
          title={t('liveHint', { seconds: POLL_MS / 1_000 })}
          checked={isLive}
          onChange={({ currentTarget }) => setLive(currentTarget.checked)}
        />
      }
      intro={
        <>
          {t('intro', { days: REQUEST_LOG_DAYS, rate: LOGGED_PER_SECOND })}{' '}
          {isLive && `${t('liveHint', { seconds: POLL_MS / 1_000 })}.`}
        </>
      }
      filters={<RequestFilters filters={filters} onChange={change} onClear={() => replace({})} />}
      list={list}
      empty={
        isFiltered
          ? { title: t('noneMatch'), text: t('noneMatchText') }
          : {
              title: t('empty'),
              text: t('emptyText'),
              children: <AppLink to="/developer/keys">{t('toKeys')}</AppLink>,
            }
      }
      row={(request) => <RequestRow key={request.id} request={request} />}
    >
      <RecordBodies />
    </ListPage>
  )
}

function RequestFilters(props: FilterProps<Filter>) {
  const t = useTranslations('developer.requests')
  const { filters, onChange } = props
  const { data: keys = [] } = useQuery({
    queryKey: ['developer', 'api-keys', 'every'],
    queryFn: () => readAll<Wire<ApiKey>>('/api/developer/api-keys'),
    staleTime: 60_000,
  })
  const { data: apps = [] } = useQuery({
    queryKey: ['connected-apps', 'every'],
    queryFn: () => readAll<Wire<ConnectedApp>>('/api/developer/connected-apps'),
    staleTime: 60_000,
  })
  const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
  return (
    <FilterBar
      {...props}
      before={
        <SearchField
          label={t('path')}
          value={filters.path ?? ''}
          onChange={(path) => onChange({ path })}
        />
      }
      selects={[
        {
          name: 'key',
          label: t('key'),
          any: t('anyKey'),
          choices: [
            ...keys.map(({ id, name, last_four: end }) => ({
              value: id,
              label: `${name} (…${end})`,
            })),
            ...apps.map(({ id, name }) => ({ value: id, label: t('app', { name }) })),
          ],
        },
        {
          name: 'status',
          label: t('status'),
          any: t('anyStatus'),
          choices: STATUS_CLASSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
        },
        {
          name: 'method',
          label: t('method'),
          any: t('anyMethod'),
          choices: same(LOGGED_METHODS),
        },
        {
          name: 'code',
          label: t('code'),
          any: t('anyCode'),
          choices: same(ERROR_CODES),
        },
      ]}
    />
  )
}
