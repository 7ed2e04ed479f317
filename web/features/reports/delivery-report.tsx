import { useTranslations } from 'use-intl'
import type { DeliveryReport as Report } from '#reports/schema.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import type { Wire } from '../../lib/wire.ts'
import { BucketTable } from './bucket-table.tsx'
import { Figure } from './figure.tsx'
import { ReportFrame } from './report-frame.tsx'
import type { ReportProps } from './report-props.ts'
import classes from './reports.module.css'
import { Totals } from './totals.tsx'
import { useFormats } from './use-formats.ts'
import { csvUrl, useBefore, useReport } from './use-report.ts'
import { useTimes } from '../../lib/use-times.ts'

/** Shows the report of webhook deliveries: their outcomes and latency. */
export function DeliveryReport({ query }: ReportProps) {
  const t = useTranslations('reports.deliveries')
  const formats = useFormats()
  const { toDay } = useTimes()
  const { count, milliseconds, percent } = formats
  const report = useReport<Wire<Report>>('deliveries', query)
  const before = useBefore('deliveries', query, report)
  return (
    <ReportFrame
      report={report}
      isEmpty={({ totals: { succeeded, failed, pending, cancelled } }) =>
        succeeded + failed + pending + cancelled === 0
      }
      emptyText={t('empty')}
    >
      {({ from, to, buckets, totals, bucket, kept_since }) => (
        <>
          <DeliveryTotals
            totals={totals}
            // Completed deliveries of a period that is no longer kept are not counted.
            before={before && before.from >= before.kept_since ? before.totals : undefined}
            buckets={buckets}
            listOf={(status) => ({
              to: '/developer/deliveries',
              search: {
                status,
                ...(query['endpoint_id'] && { endpoint: String(query['endpoint_id']) }),
                period: 'custom',
                since: from,
                until: to,
              },
            })}
          />
          <div className={classes.plots}>
            <Figure
              title={t('plot')}
              text={t('plotText', {
                succeeded: totals.succeeded,
                failed: totals.failed,
                pending: totals.pending,
                cancelled: totals.cancelled,
              })}
              kind="stack"
              rows={buckets.map(({ start, succeeded, failed, pending, cancelled }) => ({
                at: formats.start(start, bucket, true),
                succeeded,
                failed,
                pending,
                cancelled,
              }))}
              series={[
                { key: 'succeeded', label: t('succeeded'), color: 1 },
                { key: 'failed', label: t('failed'), color: 'bad' },
                { key: 'pending', label: t('pending'), color: 4 },
                { key: 'cancelled', label: t('cancelled'), color: 'quiet' },
              ]}
              formatValue={count}
            />
            <Figure
              title={t('latencyPlot')}
              text={t('latencyText', {
                p50: milliseconds(totals.latency_ms?.p50),
                p95: milliseconds(totals.latency_ms?.p95),
              })}
              kind="lines"
              rows={buckets.map((each) => ({
                at: formats.start(each.start, bucket, true),
                p50: each.latency_ms?.p50 ?? null,
                p95: each.latency_ms?.p95 ?? null,
              }))}
              series={[
                { key: 'p50', label: t('p50'), color: 1 },
                { key: 'p95', label: t('p95'), color: 2 },
              ]}
              formatValue={milliseconds}
            />
          </div>
          <DimmedText mt="md" maw="44rem">
            {t('definition')} {kept_since > from && t('kept', { date: toDay(kept_since) })}
          </DimmedText>
          <BucketTable
            buckets={buckets}
            size={bucket}
            csvUrl={csvUrl('deliveries', query)}
            columns={[
              { label: t('succeeded'), cell: (each) => count(each.succeeded) },
              { label: t('failed'), cell: (each) => count(each.failed) },
              { label: t('pending'), cell: (each) => count(each.pending) },
              { label: t('cancelled'), cell: (each) => count(each.cancelled) },
              { label: t('rate'), cell: (each) => percent(each.success_rate) },
              { label: t('p50'), cell: (each) => milliseconds(each.latency_ms?.p50) },
              { label: t('p95'), cell: (each) => milliseconds(each.latency_ms?.p95) },
            ]}
          />
        </>
      )}
    </ReportFrame>
  )
}

function DeliveryTotals(props: {
  totals: Wire<Report>['totals']
  before: Wire<Report>['totals'] | undefined
  buckets: Wire<Report>['buckets']
  /** Returns the list of the deliveries with a status. Sends of a test are among them. */
  listOf: (status: 'failed' | 'pending') => { to: string; search: Record<string, string> }
}) {
  const { totals, before, buckets, listOf } = props
  const t = useTranslations('reports.deliveries')
  const tReports = useTranslations('reports')
  const { count, milliseconds, percent } = useFormats()
  return (
    <Totals
      label={tReports('totals')}
      items={[
        {
          label: t('rate'),
          value: percent(totals.success_rate),
          change: {
            from: before?.success_rate,
            to: totals.success_rate,
            good: 'more',
            isShare: true,
          },
          trend: buckets.map((each) => each.success_rate),
          hint: t('ofDeliveries', { count: totals.succeeded + totals.failed }),
        },
        {
          label: t('latency'),
          value: milliseconds(totals.latency_ms?.p50),
          change: {
            from: before?.latency_ms?.p50,
            to: totals.latency_ms?.p50 ?? null,
            good: 'less',
          },
          trend: buckets.map((each) => each.latency_ms?.p50 ?? null),
          ...(totals.latency_ms && {
            hint: t('nineteenOfTwenty', { time: milliseconds(totals.latency_ms.p95) }),
          }),
        },
        {
          label: t('failed'),
          value: count(totals.failed),
          change: { from: before?.failed, to: totals.failed, good: 'less' },
          trend: buckets.map((each) => each.failed),
          list: listOf('failed'),
        },
        { label: t('pending'), value: count(totals.pending), list: listOf('pending') },
      ]}
    />
  )
}
