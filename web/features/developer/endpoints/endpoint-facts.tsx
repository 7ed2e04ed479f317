import { Button, Code, Group, Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'use-intl'
import { PageSection } from '../../../components/page-section.tsx'
import { useTimes } from '../../../lib/use-times.ts'
import { CopyId } from '../../../components/copy-id.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import { Facts } from '../../../components/facts.tsx'
import { Notice } from '../../../components/notice.tsx'
import { ENDPOINT_FILTERS } from '#shared/webhooks.ts'
import type { WebhookEndpoint } from './endpoints.ts'
import { useFilterOptions } from './filter-fields.tsx'
import { useEventText } from '../events/event-types.ts'
import { CertificateNotice, useTlsFacts } from './tls-facts.tsx'
import { PlainRows, Row } from '../../../components/rows.tsx'

/** Shows an endpoint's settings and subscribed events. */
export function EndpointFacts(props: { endpoint: WebhookEndpoint; onEndOverlap: () => void }) {
  const { endpoint, onEndOverlap } = props
  const t = useTranslations('developer.webhooks')
  const format = useFormatter()
  const { toMinute } = useTimes()
  const tlsFacts = useTlsFacts()
  const textOf = useEventText()
  const options = useFilterOptions()
  const until = endpoint.previous_secret_expires_at
  return (
    <>
      <PageSection title={t('settings')}>
        {endpoint.disabled_reason && (
          <Text size="sm">{t(`disabledReasons.${endpoint.disabled_reason}`)}</Text>
        )}
        <Facts
          facts={[
            endpoint.description
              ? {
                  label: t('description'),
                  value: <CustomerText>{endpoint.description}</CustomerText>,
                }
              : undefined,
            { label: t('inFlight'), value: format.number(endpoint.max_in_flight) },
            {
              label: t('limit'),
              value:
                endpoint.rate_limit === null ? t('noLimit') : format.number(endpoint.rate_limit),
            },
            { label: t('ordering'), value: t(`orderings.${endpoint.ordering}`) },
            ...ENDPOINT_FILTERS.flatMap((name) => {
              const values = endpoint.filters?.[name]
              if (!values) return []
              const labels = values.map(
                (each) => options[name].find(({ value }) => value === each)?.label ?? each,
              )
              return [{ label: t(`filters.${name}`), value: format.list(labels) }]
            }),
            { label: t('payload'), value: t(`payloads.${endpoint.payload}`) },
            endpoint.header_names.length > 0
              ? { label: t('headers'), value: endpoint.header_names.join(', ') }
              : undefined,
            endpoint.oauth
              ? {
                  label: t('oauthClient'),
                  value: `${endpoint.oauth.client_id} · ${endpoint.oauth.token_url}`,
                }
              : undefined,
            ...tlsFacts(endpoint.tls),
            { label: t('id'), value: <CopyId id={endpoint.id} /> },
          ]}
        />
        <CertificateNotice tls={endpoint.tls} />
        {until && (
          <Notice>
            <Group justify="space-between" gap="xs">
              <Text size="sm">{t('overlap', { time: toMinute(until) })}</Text>
              <Button size="compact-sm" variant="default" onClick={onEndOverlap}>
                {t('endOverlap')}
              </Button>
            </Group>
          </Notice>
        )}
      </PageSection>
      <PageSection title={t('events')}>
        <PlainRows label={t('events')}>
          {endpoint.events.map((type) => (
            <Row key={type} title={<Code>{type}</Code>} sub={textOf(type)} />
          ))}
        </PlainRows>
      </PageSection>
    </>
  )
}
