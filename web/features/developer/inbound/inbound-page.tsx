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
import { ListPage } from '../../../components/list-page.tsx'
import { TimeText } from '../../../components/time-text.tsx'
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
import { Row } from '../../../components/rows.tsx'
import { postInboundSamples } from '../samples/post-inbound.ts'
import { useList } from '../../../lib/use-list.ts'

/** A payload received from a platform or form. */
export type Payload = Wire<ListedPayload>

type Filter = (typeof INBOUND_FILTERS)[number]

/** Shows the payloads received from platforms and forms, with their results. */
export function InboundPage() {
  const t = useTranslations('developer.inbound')
  const config = useAppConfig()
  const { filters, change, replace } = useUrlFilters(INBOUND_FILTERS)
  const [isAsking, setAsking] = useState(false)
  const account = useAccount()
  const { platform, status, result } = filters
  const list = useList<Payload>(['developer', 'inbound'], '/api/developer/inbound', {
    query: { platform, status, result },
    filters,
    pollMs: 5000,
  })
  const chosen = {
    status: 'failed',
    ...(platform && { platform }),
    ...(result && { result }),
    ...toPeriodQuery(filters),
  }
  const isFiltered = Object.keys(filters).length > 0
  return (
    <ListPage
      title={t('title')}
      actions={
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('reprocessAll')}
        </Button>
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
      row={(payload) => <PayloadRow key={payload.id} payload={payload} />}
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
    </ListPage>
  )
}

function PayloadFilters(props: FilterProps<Filter>) {
  const t = useTranslations('developer.inbound')
  const say = useInboundText()
  return (
    <FilterBar
      {...props}
      selects={[
        {
          name: 'platform',
          label: t('platform'),
          any: t('anyPlatform'),
          choices: PAYLOAD_PLATFORMS.map((value) => ({ value, label: say.platform(value) })),
        },
        {
          name: 'status',
          label: t('status'),
          any: t('anyStatus'),
          choices: PAYLOAD_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
        },
        {
          name: 'result',
          label: t('result'),
          any: t('anyResult'),
          choices: ITEM_RESULTS.map((value) => ({ value, label: t(`results.${value}`) })),
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

function PayloadRow({ payload }: { payload: Payload }) {
  const t = useTranslations('developer.inbound')
  const format = useFormatter()
  const say = useInboundText()
  const results = ITEM_RESULTS.filter((result) => payload.results[result])
  return (
    <Row
      to={`/developer/inbound/${payload.id}`}
      lead={<PayloadStatus status={payload.status} />}
      title={say.platform(payload.platform)}
      sub={
        <>
          <LogSubject subject={payload} />
          <span>
            {results.length === 0
              ? t('noItems')
              : format.list(
                  results.map((result) =>
                    t(`resultCounts.${result}`, { count: payload.results[result]! }),
                  ),
                )}
          </span>
          {payload.error && <span>{say.reason(payload.error)}</span>}
          <span>
            {format.number(payload.size_bytes, {
              style: 'unit',
              unit: 'byte',
              unitDisplay: 'long',
            })}
          </span>
        </>
      }
      tail={<TimeText value={payload.received_at} />}
    />
  )
}
