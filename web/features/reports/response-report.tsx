import { useTranslations } from 'use-intl'
import type { ResponseReport as Report } from '#reports/schema.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import type { Wire } from '../../lib/wire.ts'
import { BucketTable } from './bucket-table.tsx'
import { ExportLinks } from './export-links.tsx'
import { Figure } from './figure.tsx'
import { ReportFrame } from './report-frame.tsx'
import type { ReportProps } from './report-props.ts'
import classes from './reports.module.css'
import { Totals } from './totals.tsx'
import { useFormats } from './use-formats.ts'
import { WorkBeside } from './work-beside.tsx'
import { csvUrl, useBefore, useReport } from './use-report.ts'

/** Shows the report of response times and of the time until conversations are closed. */
export function ResponseReport({ query }: ReportProps) {
  const t = useTranslations('reports.responses')
  const formats = useFormats()
  const { seconds, count } = formats
  const report = useReport<Wire<Report>>('responses', query)
  const before = useBefore('responses', query, report)?.totals
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
        const series = [
          { key: 'p50', label: t('p50'), color: 1 },
          { key: 'p90', label: t('p90'), color: 2 },
        ]
        return (
          <>
            <ResponseTotals totals={totals} before={before} buckets={buckets} />
            <div className={classes.plots}>
              <Figure
                title={t('firstPlot')}
                text={t('plotText', { p50: seconds(first?.p50), p90: seconds(first?.p90) })}
                kind="lines"
                rows={lines('first_response_seconds')}
                isSeconds
                series={series}
                formatValue={seconds}
              />
              <Figure
                title={t('resolutionPlot')}
                text={t('plotText', {
                  p50: seconds(resolution?.p50),
                  p90: seconds(resolution?.p90),
                })}
                kind="lines"
                rows={lines('resolution_seconds')}
                isSeconds
                series={series}
                formatValue={seconds}
              />
            </div>
            <DimmedText mt="md" maw="44rem">
              {t('definition')}
            </DimmedText>
            <WorkBeside
              query={query}
              figures={['first_responses', 'first_response_seconds', 'closed']}
            />
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

function ResponseTotals(props: {
  totals: Wire<Report>['totals']
  before: Wire<Report>['totals'] | undefined
  buckets: Wire<Report>['buckets']
}) {
  const { totals, before, buckets } = props
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
          change: {
            from: before?.first_response_seconds?.p50,
            to: first?.p50 ?? null,
            good: 'less',
          },
          trend: buckets.map((each) => each.first_response_seconds?.p50 ?? null),
          ...(first && { hint: t('nineOfTen', { time: seconds(first.p90) }) }),
        },
        {
          label: t('resolution'),
          value: seconds(resolution?.p50),
          change: {
            from: before?.resolution_seconds?.p50,
            to: resolution?.p50 ?? null,
            good: 'less',
          },
          trend: buckets.map((each) => each.resolution_seconds?.p50 ?? null),
          ...(resolution && { hint: t('nineOfTen', { time: seconds(resolution.p90) }) }),
        },
        {
          label: t('answered'),
          value: count(totals.answered),
          change: { from: before?.answered, to: totals.answered, good: 'more' },
          trend: buckets.map((each) => each.answered),
          hint: t('ofStarted', { count: totals.started }),
        },
        { label: t('waiting'), value: count(totals.waiting) },
        {
          label: t('closed'),
          value: count(totals.closed),
          change: { from: before?.closed, to: totals.closed, good: 'more' },
          trend: buckets.map((each) => each.closed),
        },
      ]}
    />
  )
}
