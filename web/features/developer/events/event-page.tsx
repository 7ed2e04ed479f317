import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Resent } from '#webhooks/replays/schema.ts'
import { CopyId } from '../../../components/copy-id.tsx'
import { Facts } from '../../../components/facts.tsx'
import { JsonBlock } from '../../../components/json-block.tsx'
import { Detail } from '../../../components/detail.tsx'
import { PageSection } from '../../../components/page-section.tsx'
import { QueryState } from '../../../components/query-state.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { api } from '../../../lib/api.ts'
import { useAction } from '../../../components/use-action.ts'
import { refreshDeveloper } from '../refresh-developer.ts'
import { EventOutcomeStatus } from './event-outcome-status.tsx'
import { EndpointOutcomeRow } from './endpoint-outcome-row.tsx'
import { eventQuery } from './event-query.ts'
import type { FullEvent } from './event-query.ts'
import { PlainRows } from '../../../components/rows.tsx'

/** Shows one event: its body, its outcome at each endpoint with the reason, and a button to resend it. */
export function EventPage() {
  const t = useTranslations('developer.events')
  const { id } = useParams({ strict: false }) as { id: string }
  const event = useQuery({
    ...eventQuery(id),
    refetchInterval: ({ state }) => (state.data?.outcome === 'pending' ? 2000 : false),
  })
  const back = { to: '/developer/events', label: t('title') }
  if (event.data) return <EventView key={id} event={event.data} />
  return (
    <Detail title={t('title')} back={back}>
      <QueryState query={event} back={back} />
    </Detail>
  )
}

function EventView({ event }: { event: FullEvent }) {
  const t = useTranslations('developer.events')
  const resend = useAction({
    run: (endpointId: string | undefined) =>
      api.post<Resent>(
        `/api/developer/events/${event.id}/resend`,
        endpointId === undefined ? {} : { endpoint_id: endpointId },
      ),
    done: ({ deliveries }) => t('resent', { count: deliveries.length }),
    failed: t('resendFailed'),
    onDone: refreshDeveloper,
  })
  const isNowhere = event.outcome === 'not_sent' && event.endpoints.length === 0
  return (
    <Detail
      title={event.type}
      back={{ to: '/developer/events', label: t('title') }}
      beside={<EventOutcomeStatus outcome={event.outcome} />}
      copied={JSON.stringify(event.payload, null, 2)}
      rerun={{
        label: t('resendAll'),
        run: () => resend.mutate(undefined),
        isRunning: resend.isPending && resend.variables === undefined,
      }}
    >
      <Stack gap="xl">
        <Text>{t(`outcomeTexts.${isNowhere ? 'not_sent_none' : event.outcome}`)}</Text>
        <Facts
          facts={[
            { label: t('created'), value: <TimeText value={event.created_at} exact /> },
            { label: t('id'), value: <CopyId id={event.id} /> },
          ]}
        />
        <PageSection title={t('byEndpoint')}>
          <PlainRows label={t('byEndpoint')} none={t('noEndpoints')}>
            {event.endpoints.map((outcome) => (
              <EndpointOutcomeRow
                key={outcome.endpoint.id}
                outcome={outcome}
                type={event.type}
                isResending={resend.isPending && resend.variables === outcome.endpoint.id}
                onResend={() => resend.mutate(outcome.endpoint.id)}
              />
            ))}
          </PlainRows>
        </PageSection>
        <PageSection title={t('payload')}>
          <JsonBlock label="JSON" text={JSON.stringify(event.payload)} maxHeight={560} />
        </PageSection>
      </Stack>
    </Detail>
  )
}
