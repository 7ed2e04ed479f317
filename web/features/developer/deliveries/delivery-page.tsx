import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { JsonBlock } from '../../../components/json-block.tsx'
import { Detail } from '../../../components/detail.tsx'
import { PageSection } from '../../../components/page-section.tsx'
import { QueryState } from '../../../components/query-state.tsx'
import { api } from '../../../lib/api.ts'
import { useAction } from '../../../components/use-action.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { AttemptList } from './attempt-list.tsx'
import { CurlButton } from './curl-button.tsx'
import { DeliveryFacts } from './delivery-facts.tsx'
import { deliveryQuery } from './delivery-query.ts'
import type { FullDelivery } from './delivery-query.ts'
import { DeliveryStatus, useDeliverySentence } from './delivery-status.tsx'
import { useEndpoints } from '../endpoints/endpoints.ts'
import { refreshDeveloper } from '../refresh-developer.ts'

/** Shows one delivery: its status, every attempt with its timings, and its payload. */
export function DeliveryPage() {
  const t = useTranslations('developer.deliveries')
  const { id } = useParams({ strict: false }) as { id: string }
  const delivery = useQuery({
    ...deliveryQuery(id),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 1500 : false),
  })
  const back = { to: '/developer/deliveries', label: t('title') }
  if (delivery.data) return <DeliveryView key={id} delivery={delivery.data} />
  return (
    <Detail title={t('title')} back={back}>
      <QueryState query={delivery} back={back} />
    </Detail>
  )
}

function DeliveryView({ delivery }: { delivery: FullDelivery }) {
  const t = useTranslations('developer.deliveries')
  const say = useDeliverySentence()
  const endpoint = useEndpoints().get(delivery.endpoint_id)
  const retry = useAction({
    run: () => api.post(`/api/developer/webhooks/deliveries/${delivery.id}/retry`),
    done: t('retried'),
    failed: t('retryFailed'),
    onDone: refreshDeveloper,
  })
  const retryLabel = delivery.status === 'succeeded' ? t('again') : t('retry')
  return (
    <Detail
      title={t('page', { type: delivery.event_type })}
      back={{ to: '/developer/deliveries', label: t('title') }}
      beside={<DeliveryStatus delivery={delivery} />}
      copied={JSON.stringify(delivery, null, 2)}
      actions={
        delivery.request_body !== null && endpoint && <CurlButton deliveryId={delivery.id} />
      }
      rerun={{
        label: retryLabel,
        run: () => retry.mutate(),
        isRunning: retry.isPending,
        isMinor: delivery.status === 'succeeded',
      }}
    >
      <Stack gap="xl">
        <Text>{say(delivery, endpoint?.status === 'disabled')}</Text>
        <DeliveryFacts delivery={delivery} endpoint={endpoint} />
        <PageSection title={t('attempts')}>
          <AttemptList attempts={delivery.attempts} />
        </PageSection>
        <PageSection
          title={t('payload')}
          actions={
            delivery.attempts.length > 0 && (
              <AppLink to="/developer/signatures" search={{ delivery: delivery.id }}>
                {t('check')}
              </AppLink>
            )
          }
        >
          {delivery.request_body === null ? (
            <DimmedText>{t('payloadGone')}</DimmedText>
          ) : (
            <JsonBlock label="JSON" text={delivery.request_body} maxHeight={560} />
          )}
        </PageSection>
      </Stack>
    </Detail>
  )
}
