import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Channel } from '#channels/schema.ts'
import type { ListedPayload } from '#inbound/schema.ts'
import { PAGE_SIZE } from '#shared/pages.ts'
import { DEMO_CHANNEL_TYPE } from '#shared/channel-types.ts'
import { PAYLOAD_STATUSES, ITEM_RESULTS, PAYLOAD_PLATFORMS } from '#shared/inbound.ts'
import { useAppConfig } from '../../../lib/session.ts'
import { CodeSamples } from '../../../components/code-samples.tsx'
import { ConfirmAction } from '../../../components/confirm-action.tsx'
import type { Column } from '../../../components/row-table.tsx'
import { ShortTime } from '../../../components/short-time.tsx'
import { TablePage } from '../../../components/table-page.tsx'
import { useLiveSwitch } from '../../../components/use-live-switch.tsx'
import { api } from '../../../lib/api.ts'
import type { Page as PageOf, Wire } from '../../../lib/wire.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { INBOUND_FILTERS } from '../developer-filters.ts'
import { refreshDeveloper } from '../refresh-developer.ts'
import { FilterBar } from '../../../components/filter-bar.tsx'
import type { FilterProps } from '../../../components/filter-bar.tsx'
import { toPeriodQuery } from '../../../lib/period.ts'
import { useUrlFilters } from '../../../lib/use-url-filters.ts'
import { LogSubject } from '../deliveries/log-subject.tsx'
import { PayloadStatus, useInboundText } from './inbound-text.tsx'
import { payloadQuery } from './payload-query.ts'
import { postInboundSamples } from '../samples/post-inbound.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useList } from '../../../lib/use-list.ts'

const POLL_MS = 5_000

/** A payload received from a platform or form. */
type Payload = Wire<ListedPayload>

type Filter = (typeof INBOUND_FILTERS)[number]

/** Shows the payloads received from platforms and forms, with their results. */
export function InboundPage() {
  const t = useTranslations('developer.inbound')
  const config = useAppConfig()
  const { filters, change, replace } = useUrlFilters(INBOUND_FILTERS)
  const [isAsking, setAsking] = useState(false)
  const account = useAccount()
  const columns = useColumns()
  const { liveSwitch, pollMs } = useLiveSwitch(POLL_MS)
  const { platform, status, result } = filters
  const list = useList<Payload>(['developer', 'inbound'], '/api/developer/inbound', {
    query: { platform, status, result },
    filters,
    pollMs,
  })
  const chosen = {
    status: 'failed',
    ...(platform && { platform }),
    ...(result && { result }),
    ...toPeriodQuery(filters),
  }
  const isFiltered = Object.keys(filters).length > 0
  return (
    <TablePage
      title={t('title')}
      path="/developer/inbound"
      preload={(id) => queryClient.prefetchQuery(payloadQuery(id))}
      actions={
        <>
          {liveSwitch}
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('reprocessAll')}
          </Button>
        </>
      }
      intro={t('intro')}
      filters={<PayloadFilters filters={filters} onChange={change} onClear={() => replace({})} />}
      list={list}
      empty={
        isFiltered
          ? { title: t('noneMatch'), text: t('noneMatchText') }
          : {
              title: t('empty'),
              text: t('emptyText'),
              children: <AppLink to="/settings/channels">{t('connect')}</AppLink>,
            }
      }
      columns={columns}
    >
      <CodeSamples
        title={t('sampleTitle')}
        text={t('sampleText')}
        samples={postInboundSamples(config?.ingest_url ?? window.location.origin, account)}
      />
      <ConfirmAction
        item={isAsking && chosen}
        title={t('reprocessAllTitle')}
        text={t('reprocessAllText')}
        confirmLabel={t('reprocessAll')}
        run={(body) => api.post<{ offered: number }>('/api/developer/inbound/reprocess', body)}
        done={({ offered }) => t('reprocessedAll', { count: offered })}
        failed={t('reprocessAllFailed')}
        onDone={refreshDeveloper}
        onClose={() => setAsking(false)}
      />
    </TablePage>
  )
}

function PayloadFilters(props: FilterProps<Filter>) {
  const t = useTranslations('developer.inbound')
  const say = useInboundText()
  return (
    <FilterBar
      {...props}
      choices={[
        {
          name: 'platform',
          label: t('platform'),
          choices: PAYLOAD_PLATFORMS.map((value) => ({ value, label: say.platform(value) })),
          isUsual: true,
        },
        {
          name: 'status',
          label: t('status'),
          choices: PAYLOAD_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
          isUsual: true,
        },
        {
          name: 'result',
          label: t('result'),
          choices: ITEM_RESULTS.map((value) => ({ value, label: t(`results.${value}`) })),
          isUsual: true,
        },
      ]}
    />
  )
}

/** Returns the account of a connected channel of the samples' platform, or a placeholder. */
function useAccount(): string {
  const channels = useQuery({
    queryKey: ['channels', 'all'],
    queryFn: ({ signal }) =>
      api.get<PageOf<Wire<Channel>>>('/api/developer/channels', { limit: PAGE_SIZE.max }, signal),
  })
  const channel = channels.data?.data.find(
    ({ type, disconnected_at: at }) => type === DEMO_CHANNEL_TYPE && at === null,
  )
  return channel?.account ?? 'PHONE_NUMBER_ID'
}

function useColumns(): Column<Payload>[] {
  const t = useTranslations('developer.inbound')
  const tTable = useTranslations('tables')
  const format = useFormatter()
  const say = useInboundText()
  const sayResults = ({ results }: Payload) =>
    format.list(
      ITEM_RESULTS.filter((result) => results[result]).map((result) =>
        t(`resultCounts.${result}`, { count: results[result]! }),
      ),
    )
  return [
    {
      key: 'status',
      label: t('status'),
      width: 7,
      place: 'status',
      cell: (payload) => <PayloadStatus status={payload.status} />,
    },
    {
      key: 'platform',
      label: t('platform'),
      width: 9,
      place: 'title',
      cell: (payload) => say.platform(payload.platform),
    },
    {
      key: 'subject',
      label: tTable('subject'),
      cell: (payload) => <LogSubject subject={payload} />,
    },
    {
      key: 'result',
      label: t('result'),
      from: 'm',
      width: 12,
      cell: (payload) =>
        payload.error ? say.reason(payload.error) : sayResults(payload) || t('noItems'),
    },
    {
      key: 'size',
      label: t('size'),
      from: 'l',
      width: 5,
      isFigure: true,
      cell: ({ size_bytes: bytes }) =>
        format.number(bytes, { style: 'unit', unit: 'byte', unitDisplay: 'narrow' }),
    },
    {
      key: 'time',
      label: tTable('time'),
      width: 4.5,
      place: 'time',
      cell: (payload) => <ShortTime value={payload.received_at} />,
    },
  ]
}
