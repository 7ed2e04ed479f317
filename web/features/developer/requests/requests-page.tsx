import { useQuery } from '@tanstack/react-query'
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
import { SearchField } from '../../../components/search-field.tsx'
import { TablePage } from '../../../components/table-page.tsx'
import { useLiveSwitch } from '../../../components/use-live-switch.tsx'
import { queryClient } from '../../../lib/query-client.ts'
import { readAll } from '../../../lib/read-all.ts'
import { useList } from '../../../lib/use-list.ts'
import { useUrlFilters } from '../../../lib/use-url-filters.ts'
import type { Wire } from '../../../lib/wire.ts'
import { REQUEST_FILTERS } from '../developer-filters.ts'
import { RecordBodies } from './record-bodies.tsx'
import { requestQuery } from './request-query.ts'
import { useRequestColumns } from './use-request-columns.tsx'
import type { LoggedRequest } from './use-request-columns.tsx'

const POLL_MS = 2_000

type Filter = (typeof REQUEST_FILTERS)[number]

/** Shows the requests of the workspace's API keys and refreshes the list. */
export function RequestsPage() {
  const t = useTranslations('developer.requests')
  const { filters, change, replace } = useUrlFilters(REQUEST_FILTERS)
  const { liveSwitch, pollMs } = useLiveSwitch(POLL_MS)
  const { key, status, method, code, path } = filters
  const list = useList<LoggedRequest>(['developer', 'requests'], '/api/developer/request-log', {
    query: { key_id: key, status, method, code, path },
    filters,
    pollMs,
  })
  const isFiltered = Object.keys(filters).length > 0
  return (
    <TablePage
      title={t('title')}
      path="/developer/requests"
      preload={(id) => queryClient.prefetchQuery(requestQuery(id))}
      actions={liveSwitch}
      intro={t('intro', { days: REQUEST_LOG_DAYS, rate: LOGGED_PER_SECOND })}
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
      columns={useRequestColumns()}
    >
      <RecordBodies />
    </TablePage>
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
          isSmall
          label={t('path')}
          value={filters.path ?? ''}
          onChange={(path) => onChange({ path })}
        />
      }
      choices={[
        {
          name: 'key',
          isUsual: true,
          label: t('key'),
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
          isUsual: true,
          label: t('status'),
          choices: STATUS_CLASSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
        },
        {
          name: 'method',
          label: t('method'),
          choices: same(LOGGED_METHODS),
        },
        {
          name: 'code',
          label: t('code'),
          choices: same(ERROR_CODES),
        },
      ]}
    />
  )
}
