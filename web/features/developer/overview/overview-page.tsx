import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { PAGE_SIZE } from '#shared/pages.ts'
import type { ApiKey } from '#account/keys/schema.ts'
import { appConfigQuery } from '../../../lib/session.ts'
import { CodeSamples } from '../../../components/code-samples.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { Page } from '../../../components/page.tsx'
import { PageSection } from '../../../components/page-section.tsx'
import { ErrorState, LoadingRows } from '../../../components/states.tsx'
import { api } from '../../../lib/api.ts'
import type { Page as PageOf, Wire } from '../../../lib/wire.ts'
import { Attention } from './attention.tsx'
import { endpointsQuery, healthQuery } from '../endpoints/endpoints.ts'
import { Figure } from '../../../components/figure.tsx'
import { NextSteps } from './next-steps.tsx'
import { PlainRows, Row } from '../../../components/rows.tsx'
import { sendSamples } from '../samples/call.ts'

/** Reads the workspace's 100 newest API keys. */
const keysQuery = {
  queryKey: ['developer', 'keys'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.get<PageOf<Wire<ApiKey>>>('/api/developer/api-keys', { limit: PAGE_SIZE.max }, signal),
}

/** Shows the overview of the developer area: next steps, what needs attention, and key figures. */
export function OverviewPage() {
  const t = useTranslations('developer.overview')
  const keys = useQuery(keysQuery)
  const endpoints = useQuery(endpointsQuery)
  const error = keys.error ?? endpoints.error
  return (
    <Page title={t('title')}>
      {keys.data && endpoints.data ? (
        <Overview keys={keys.data.data} />
      ) : error ? (
        <ErrorState
          error={error}
          onRetry={() => {
            void keys.refetch()
            void endpoints.refetch()
          }}
        />
      ) : (
        <LoadingRows />
      )}
    </Page>
  )
}

function Overview({ keys }: { keys: Wire<ApiKey>[] }) {
  const t = useTranslations('developer.overview')
  const format = useFormatter()
  const { data: config, isLoading: isReadingConfig } = useQuery(appConfigQuery)
  const { data: endpoints } = useQuery(endpointsQuery)
  const all = endpoints?.data ?? []
  const { isPending, data: health } = useQueries({
    queries: all.slice(0, 20).map(({ id }) => healthQuery(id)),
    combine: (results) => ({
      isPending: results.some(({ isPending }) => isPending),
      data: results.flatMap(({ data }) => (data ? [data] : [])),
    }),
  })
  const active = keys.filter((key) => !key.revoked_at && !isPast(key.expires_at))
  const sum = (of: 'succeeded' | 'failed') =>
    health.reduce((total, each) => total + each.last_24_hours.deliveries[of], 0)
  const over = sum('succeeded') + sum('failed')
  const waiting = health.reduce((total, each) => total + each.pending.count, 0)
  const hasSent = health.some(({ last_7_days: { deliveries } }) => deliveries.succeeded > 0)
  // Totals of only some endpoints would be wrong, and what comes later would move the rest.
  if (isPending || isReadingConfig) return <LoadingRows />
  return (
    <Stack gap="xl">
      <NextSteps hasKey={active.length > 0} hasEndpoint={all.length > 0} hasSent={hasSent} />
      <PageSection title={t('health')}>
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
          <Figure
            label={t('endpoints')}
            value={
              all.length === 0
                ? t('none')
                : t('endpointsValue', {
                    enabled: all.filter(({ status }) => status === 'enabled').length,
                    all: all.length,
                  })
            }
          />
          <Figure
            label={t('success')}
            value={
              over === 0
                ? t('noDeliveries')
                : format.number(sum('succeeded') / over, {
                    style: 'percent',
                    maximumFractionDigits: 1,
                  })
            }
          />
          <Figure label={t('waiting')} value={format.number(waiting)} />
          <Figure label={t('activeKeys')} value={format.number(active.length)} />
        </SimpleGrid>
      </PageSection>
      <Attention keys={active} endpoints={all} health={health} />
      <PageSection title={t('addresses')}>
        {config && (
          <PlainRows label={t('addresses')}>
            {[
              { label: t('apiUrl'), url: `${config.public_url}/api/v1` },
              { label: t('ingestUrl'), url: config.ingest_url },
              { label: t('openapi'), url: `${config.public_url}/openapi.json` },
            ].map(({ label, url }) => (
              <Row
                key={label}
                title={label}
                sub={<code>{url}</code>}
                tail={<CopyButton value={url} />}
              />
            ))}
          </PlainRows>
        )}
        <Text size="sm">
          <a
            href="/docs/reference"
            target="_blank"
            rel="noopener"
            style={{ color: 'var(--mantine-color-anchor)' }}
          >
            {t('reference')}
          </a>
        </Text>
      </PageSection>
      <CodeSamples
        title={t('sampleTitle')}
        samples={sendSamples(config?.public_url ?? window.location.origin)}
      />
    </Stack>
  )
}

function isPast(time: string | null): boolean {
  return time !== null && new Date(time).getTime() <= Date.now()
}
