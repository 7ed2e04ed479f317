import { useTranslations } from 'use-intl'
import type { ResponseReport as Report } from '#reports/schema.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import type { Wire } from '../../lib/wire.ts'
import { BucketTable } from './bucket-table.tsx'
import { ExportLinks } from './export-links.tsx'
import { Figure } from './figure.tsx'
import { ReportFrame } from './report-frame.tsx'
import type { ReportProps } from './report-props.ts'
import { secondTicks } from './ticks.ts'
import { Totals } from './totals.tsx'
import { useFormats } from './use-formats.ts'
import { csvUrl, useReport } from './use-report.ts'

/** Shows the report of response times and of the time until conversations are closed. */
export function ResponseReport({ query }: ReportProps) {
  const t = useTranslations('reports.responses')
  const formats = useFormats()
  const { seconds, count } = formats
  const report = useReport<Wire<Report>>('responses', query)
  return (
    <ReportFrame
      report={report}
      isEmpty={({ totals }) => totals.started + totals.closed === 0}
      emptyText={t('empty')}
    >
      {({ buckets, totals, bucket, from, to }) => {
        const first = totals.first_response_seconds
        const resolution = totals.resolution_seconds
        const lines = (of: 'first_response_seconds' | 'resolution_seconds') =>
          buckets.map((each) => ({
            at: formats.start(each.start, bucket, true),
            p50: each[of]?.p50 ?? null,
            p90: each[of]?.p90 ?? null,
          }))
        const ticks = (of: 'first_response_seconds' | 'resolution_seconds') =>
          secondTicks(Math.max(0, ...buckets.map((each) => each[of]?.p90 ?? 0)))
        const series = [
          { key: 'p50', label: t('p50'), color: 1 },
          { key: 'p90', label: t('p90'), color: 2 },
        ]
        return (
          <>
            <ResponseTotals totals={totals} />
            <Figure
              title={t('firstPlot')}
              text={t('plotText', { p50: seconds(first?.p50), p90: seconds(first?.p90) })}
              kind="lines"
              rows={lines('first_response_seconds')}
              ticks={ticks('first_response_seconds')}
              series={series}
              formatValue={seconds}
            />
            <Figure
              title={t('resolutionPlot')}
              text={t('plotText', { p50: seconds(resolution?.p50), p90: seconds(resolution?.p90) })}
              kind="lines"
              rows={lines('resolution_seconds')}
              ticks={ticks('resolution_seconds')}
              series={series}
              formatValue={seconds}
            />
            <DimmedText mt="md" maw="44rem">
              {t('definition')}
            </DimmedText>
            <BucketTable
              buckets={buckets}
              size={bucket}
              csvUrl={csvUrl('responses', query)}
              columns={[
                { label: t('started'), cell: (each) => count(each.started) },
                { label: t('answered'), cell: (each) => count(each.answered) },
                { label: t('waiting'), cell: (each) => count(each.waiting) },
                { label: t('firstP50'), cell: (each) => seconds(each.first_response_seconds?.p50) },
                { label: t('firstP90'), cell: (each) => seconds(each.first_response_seconds?.p90) },
                {
                  label: t('firstMean'),
                  cell: (each) => seconds(each.first_response_seconds?.mean),
                },
                { label: t('closed'), cell: (each) => count(each.closed) },
                {
                  label: t('resolutionP50'),
                  cell: (each) => seconds(each.resolution_seconds?.p50),
                },
                {
                  label: t('resolutionP90'),
                  cell: (each) => seconds(each.resolution_seconds?.p90),
                },
                {
                  label: t('resolutionMean'),
                  cell: (each) => seconds(each.resolution_seconds?.mean),
                },
              ]}
            />
            <ExportLinks
              subject="chats"
              query={{
                created_after: from,
                created_before: to,
                channel_id: query['channel_id'],
              }}
            />
          </>
        )
      }}
    </ReportFrame>
  )
}

function ResponseTotals({ totals }: { totals: Wire<Report>['totals'] }) {
  const t = useTranslations('reports.responses')
  const tReports = useTranslations('reports')
  const { seconds, count } = useFormats()
  const first = totals.first_response_seconds
  const resolution = totals.resolution_seconds
  return (
    <Totals
      label={tReports('totals')}
      items={[
        {
          label: t('firstResponse'),
          value: seconds(first?.p50),
          ...(first && { hint: t('nineOfTen', { time: seconds(first.p90) }) }),
        },
        {
          label: t('resolution'),
          value: seconds(resolution?.p50),
          ...(resolution && { hint: t('nineOfTen', { time: seconds(resolution.p90) }) }),
        },
        {
          label: t('answered'),
          value: count(totals.answered),
          hint: t('ofStarted', { count: totals.started }),
        },
        { label: t('waiting'), value: count(totals.waiting) },
        { label: t('closed'), value: count(totals.closed) },
      ]}
    />
  )
}
