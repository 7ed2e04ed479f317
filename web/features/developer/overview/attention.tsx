import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { PageSection } from '../../../components/page-section.tsx'
import { useTimes } from '../../../lib/use-times.ts'
import { PAGE_SIZE } from '#shared/pages.ts'
import type { InboundPayload } from '#inbound/schema.ts'
import type { ApiKey } from '#account/keys/schema.ts'
import { CustomerText } from '../../../components/customer-text.tsx'
import { StatusText } from '../../../components/status-text.tsx'
import { api } from '../../../lib/api.ts'
import type { Page, Wire } from '../../../lib/wire.ts'
import { EndpointStatus } from '../endpoints/endpoint-status.tsx'
import { toShortUrl } from '../endpoints/endpoints.ts'
import type { Health, WebhookEndpoint } from '../endpoints/endpoints.ts'
import { PlainRows, Row } from '../../../components/rows.tsx'

const SOON_MS = 14 * 86_400_000

/** Shows what needs attention: failing endpoints, failed deliveries, failed payloads, form submissions, and API keys that expire soon. */
export function Attention(props: {
  keys: Wire<ApiKey>[]
  endpoints: WebhookEndpoint[]
  health: Health[]
}) {
  const { keys, endpoints, health } = props
  const t = useTranslations('developer.overview')
  const tHooks = useTranslations('developer.webhooks')
  const { now, ahead, toMinute } = useTimes()
  const failed = useQuery({
    queryKey: ['developer', 'inbound-failed'],
    queryFn: ({ signal }) =>
      api.get<Page<Wire<InboundPayload>>>(
        '/api/developer/inbound',
        { status: 'failed', limit: PAGE_SIZE.max },
        signal,
      ),
    refetchInterval: 15_000,
  })
  const lost = useQuery({
    queryKey: ['forms', 'attention', 'all'],
    queryFn: ({ signal }) =>
      api.get<Page<Wire<InboundPayload>>>(
        '/api/developer/inbound',
        { attention: 'open', limit: PAGE_SIZE.max },
        signal,
      ),
    refetchInterval: 15_000,
  })
  const withFailures = health.filter((each) => each.last_24_hours.deliveries.failed > 0)
  const failingEndpoints = endpoints.filter(
    (each) =>
      each.failing_since !== null ||
      (each.status === 'disabled' && each.disabled_reason !== 'manual') ||
      withFailures.some(({ endpoint_id: id }) => id === each.id),
  )
  const expiring = keys.filter(
    ({ expires_at: at }) => at !== null && new Date(at).getTime() - now.getTime() < SOON_MS,
  )
  const failedCount = failed.data?.data.length ?? 0
  const lostCount = lost.data?.data.length ?? 0
  const isHealthy =
    failingEndpoints.length === 0 && expiring.length === 0 && failedCount === 0 && lostCount === 0
  return (
    <PageSection title={t('attention')}>
      {isHealthy ? (
        <DimmedText>{t('calm')}</DimmedText>
      ) : (
        <PlainRows label={t('attention')}>
          {failingEndpoints.map((endpoint) => {
            const count =
              withFailures.find(({ endpoint_id: id }) => id === endpoint.id)?.last_24_hours
                .deliveries.failed ?? 0
            return (
              <Row
                key={endpoint.id}
                to={`/developer/webhooks/${endpoint.id}`}
                lead={<EndpointStatus endpoint={endpoint} />}
                title={<CustomerText>{toShortUrl(endpoint.url)}</CustomerText>}
                sub={
                  <>
                    {endpoint.disabled_reason && (
                      <span>{tHooks(`disabledReasons.${endpoint.disabled_reason}`)}</span>
                    )}
                    {endpoint.status === 'enabled' && endpoint.failing_since && (
                      <span>
                        {t('failingEndpoint', { time: toMinute(endpoint.failing_since) })}
                      </span>
                    )}
                    {count > 0 && <span>{t('givenUp', { count })}</span>}
                  </>
                }
              />
            )
          })}
          {failedCount > 0 && (
            <Row
              to="/developer/inbound"
              lead={<StatusText tone="bad">{t('failed')}</StatusText>}
              title={t('inboundFailed', {
                count: failedCount,
                many: failed.data?.next_cursor ? 'yes' : 'no',
              })}
            />
          )}
          {lostCount > 0 && (
            <Row
              to="/developer/forms/attention"
              lead={<StatusText tone="busy">{t('review')}</StatusText>}
              title={t('formsAttention', {
                count: lostCount,
                many: lost.data?.next_cursor ? 'yes' : 'no',
              })}
            />
          )}
          {expiring.map((key) => (
            <Row
              key={key.id}
              to="/developer/keys"
              lead={<StatusText tone="busy">{t('soon')}</StatusText>}
              title={t('keyExpires', {
                name: key.name,
                when: ahead(key.expires_at!),
              })}
            />
          ))}
        </PlainRows>
      )}
    </PageSection>
  )
}
