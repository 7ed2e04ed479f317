import { SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { PageSection } from '../../../components/page-section.tsx'
import { useTimes } from '../../../lib/use-times.ts'
import { QueryState } from '../../../components/query-state.tsx'
import { LoadingRows } from '../../../components/states.tsx'
import { healthQuery } from './endpoints.ts'
import type { Health } from './endpoints.ts'
import classes from './endpoint-health.module.css'
import { Figure } from '../../../components/figure.tsx'
import { HealthBars } from './health-bars.tsx'

/** Shows an endpoint's health in words, in figures, and over time. */
export function EndpointHealthView({ id }: { id: string }) {
  const t = useTranslations('developer.webhooks')
  const health = useQuery(healthQuery(id))
  const [span, setSpan] = useState<'day' | 'week'>('day')
  return (
    <PageSection
      title={t('health')}
      gap="sm"
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('overTime')}
          value={span}
          onChange={(value) => setSpan(value as 'day' | 'week')}
          data={[
            { value: 'day', label: t('day') },
            { value: 'week', label: t('week') },
          ]}
        />
      }
    >
      {health.data ? (
        <HealthFigures health={health.data} span={span} />
      ) : (
        <QueryState query={health} loading={<LoadingRows count={2} />} />
      )}
    </PageSection>
  )
}

function HealthFigures({ health, span }: { health: Health; span: 'day' | 'week' }) {
  const t = useTranslations('developer.webhooks')
  const format = useFormatter()
  const { ago, toMinute } = useTimes()
  const shown = span === 'day' ? health.last_24_hours : health.last_7_days
  const { success_rate: rate, duration_ms: ms, deliveries } = shown
  const { pending } = health
  return (
    <Stack gap="sm">
      <Text size="sm">{useHealthSentence()(health)}</Text>
      <HealthBars buckets={shown.buckets} />
      <SimpleGrid className={classes.figures} cols={{ base: 2, sm: 5 }} spacing="xs">
        <Figure
          label={t('successRate')}
          value={
            rate === null
              ? '–'
              : format.number(rate, { style: 'percent', maximumFractionDigits: 1 })
          }
        />
        <Figure label={t('delivered')} value={format.number(deliveries.succeeded)} />
        <Figure label={t('givenUp')} value={format.number(deliveries.failed)} />
        <Figure
          label={t('pending')}
          value={format.number(pending.count) + (pending.is_exact ? '' : '+')}
        />
        <Figure
          label={t('duration')}
          value={
            ms.p50 === null || ms.p95 === null
              ? '–'
              : t('durations', { p50: format.number(ms.p50), p95: format.number(ms.p95) })
          }
        />
      </SimpleGrid>
      {pending.oldest_created_at && (
        <DimmedText>{t('oldest', { when: ago(pending.oldest_created_at) })}</DimmedText>
      )}
      {!shown.is_whole && <DimmedText>{t('notWhole', { time: toMinute(shown.since) })}</DimmedText>}
    </Stack>
  )
}

/** Returns a function that describes an endpoint's health in one or two sentences. */
function useHealthSentence(): (health: Health) => string {
  const t = useTranslations('developer.webhooks.healthStates')
  const { ahead, toMinute } = useTimes()
  return (health) => {
    const isWaiting = health.pending.count > 0
    if (health.status === 'enabled') {
      if (health.failing_since) return t('failing', { time: toMinute(health.failing_since) })
      const { succeeded, failed } = health.last_7_days.deliveries
      if (succeeded + failed === 0) return isWaiting ? t('first') : t('quiet')
      return isWaiting ? t('busy') : t('works')
    }
    if (health.disabled_reason === 'gone') return t('gone')
    if (health.disabled_reason !== 'failing') return isWaiting ? t('manualWaiting') : t('manual')
    const probe = health.next_probe_at
      ? ` ${t('probe', { when: ahead(health.next_probe_at) })}`
      : ''
    return t('disabledFailing') + probe
  }
}
