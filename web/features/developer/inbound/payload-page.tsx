import { Code, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { JsonBlock } from '../../../components/json-block.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import { Detail } from '../../../components/detail.tsx'
import { PageSection } from '../../../components/page-section.tsx'
import { EmptyState, LoadingRows } from '../../../components/states.tsx'
import { QueryState } from '../../../components/query-state.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { ParleyError } from '#client/core.ts'
import { api } from '../../../lib/api.ts'
import { useAction } from '../../../components/use-action.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { refreshDeveloper } from '../refresh-developer.ts'
import { Facts } from '../../../components/facts.tsx'
import { PayloadStatus, useInboundText } from './inbound-text.tsx'
import { ItemRow } from './item-row.tsx'
import { payloadQuery } from './payload-query.ts'
import type { FullPayload } from './payload-query.ts'
import { PlainRows } from '../../../components/rows.tsx'

/** Shows one payload: its body, the result of each item, and a button to reprocess it. */
export function PayloadPage() {
  const t = useTranslations('developer.inbound')
  const { id } = useParams({ strict: false }) as { id: string }
  const payload = useQuery({
    ...payloadQuery(id),
    refetchInterval: ({ state }) =>
      !state.error && ['pending', 'unrouted'].includes(state.data?.status ?? '') ? 1500 : false,
  })
  // A payload without a channel gets a new id once the channel exists, so its old page then returns 404.
  const isMoved =
    payload.data && payload.error instanceof ParleyError && payload.error.status === 404
  if (payload.data && !isMoved) return <PayloadView key={id} payload={payload.data} />
  const back = { to: '/developer/inbound', label: t('title') }
  return (
    <Detail title={t('title')} back={back}>
      {payload.isPending ? (
        <LoadingRows />
      ) : isMoved ? (
        <EmptyState title={t('moved')} text={t('movedText')}>
          <AppLink to="/developer/inbound">{t('title')}</AppLink>
        </EmptyState>
      ) : (
        <QueryState query={payload} back={back} />
      )}
    </Detail>
  )
}

function PayloadView({ payload }: { payload: FullPayload }) {
  const t = useTranslations('developer.inbound')
  const format = useFormatter()
  const say = useInboundText()
  const reprocess = useAction({
    run: () => api.post(`/api/developer/inbound/${payload.id}/reprocess`),
    done: t('reprocessed'),
    failed: t('reprocessFailed'),
    onSettled: refreshDeveloper,
  })
  return (
    <Detail
      title={t('page', { platform: say.platform(payload.platform) })}
      back={{ to: '/developer/inbound', label: t('title') }}
      beside={<PayloadStatus status={payload.status} />}
      copied={payload.body}
      rerun={{
        label: t('reprocess'),
        run: () => reprocess.mutate(),
        isRunning: reprocess.isPending,
      }}
    >
      <Stack gap="xl">
        <Stack gap={4}>
          <Text>{t(`statusTexts.${payload.status}`)}</Text>
          <DimmedText>{t('reprocessText')}</DimmedText>
        </Stack>
        <Facts
          facts={[
            { label: t('received'), value: <TimeText value={payload.received_at} exact /> },
            payload.processed_at
              ? { label: t('processed'), value: <TimeText value={payload.processed_at} exact /> }
              : undefined,
            payload.next_attempt_at
              ? { label: t('nextTry'), value: <TimeText value={payload.next_attempt_at} exact /> }
              : undefined,
            { label: t('tries'), value: format.number(payload.attempts) },
            {
              label: t('size'),
              value: format.number(payload.size_bytes, {
                style: 'unit',
                unit: 'byte',
                unitDisplay: 'long',
              }),
            },
            payload.accounts.length > 0
              ? { label: t('accounts'), value: <Code>{payload.accounts.join(', ')}</Code> }
              : undefined,
            payload.error
              ? {
                  label: t('error'),
                  value: <CustomerText>{say.reason(payload.error)}</CustomerText>,
                }
              : undefined,
          ]}
        />
        <PageSection title={t('items')}>
          <PlainRows label={t('items')} none={t('itemsNone')}>
            {payload.items.map((item, index) => (
              <ItemRow key={index} item={item} />
            ))}
          </PlainRows>
        </PageSection>
        <PageSection title={t('payload')}>
          <JsonBlock
            label={payload.content_type ?? t('payload')}
            text={payload.body}
            maxHeight={640}
          />
        </PageSection>
      </Stack>
    </Detail>
  )
}
