import { useTranslations } from 'use-intl'
import type { MessageReport as Report } from '#reports/schema.ts'
import type { Wire } from '../../lib/wire.ts'
import { BucketTable } from './bucket-table.tsx'
import { ExportLinks } from './export-links.tsx'
import { Figure } from './figure.tsx'
import { ReportFrame } from './report-frame.tsx'
import { peakOf } from './report-props.ts'
import type { ReportProps } from './report-props.ts'
import { Totals } from './totals.tsx'
import { useFormats } from './use-formats.ts'
import { WorkBeside } from './work-beside.tsx'
import { csvUrl, useBefore, useReport } from './use-report.ts'

/** Shows the report of received and sent messages. */
export function MessageReport({ query }: ReportProps) {
  const t = useTranslations('reports.messages')
  const tReports = useTranslations('reports')
  const formats = useFormats()
  const report = useReport<Wire<Report>>('messages', query)
  const before = useBefore('messages', query, report)?.totals
  return (
    <ReportFrame
      report={report}
      isEmpty={({ totals }) => totals.inbound + totals.outbound === 0}
      emptyText={t('empty')}
    >
      {({ buckets, totals, bucket, from, to }) => {
        const peak = peakOf(buckets, (each) => each.inbound + each.outbound)
        return (
          <>
            <Totals
              label={tReports('totals')}
              items={[
                {
                  label: t('inbound'),
                  value: formats.count(totals.inbound),
                  change: { from: before?.inbound, to: totals.inbound },
                  trend: buckets.map((each) => each.inbound),
                },
                {
                  label: t('outbound'),
                  value: formats.count(totals.outbound),
                  change: { from: before?.outbound, to: totals.outbound },
                  trend: buckets.map((each) => each.outbound),
                },
                {
                  label: t('failed'),
                  value: formats.count(totals.failed),
                  change: { from: before?.failed, to: totals.failed, good: 'less' },
                  trend: buckets.map((each) => each.failed),
                },
              ]}
            />
            <Figure
              title={t('plot')}
              text={
                peak
                  ? t('plotText', {
                      inbound: totals.inbound,
                      outbound: totals.outbound,
                      peak: peak.inbound + peak.outbound,
                      when: formats.start(peak.start, bucket),
                    })
                  : t('empty')
              }
              kind="bars"
              rows={buckets.map((each) => ({
                at: formats.start(each.start, bucket, true),
                inbound: each.inbound,
                outbound: each.outbound,
              }))}
              series={[
                { key: 'inbound', label: t('inbound'), color: 1 },
                { key: 'outbound', label: t('outbound'), color: 2 },
              ]}
              formatValue={formats.count}
            />
            <WorkBeside query={query} figures={['replies', 'conversations']} />
            <BucketTable
              buckets={buckets}
              size={bucket}
              csvUrl={csvUrl('messages', query)}
              columns={[
                { label: t('inbound'), cell: (each) => formats.count(each.inbound) },
                { label: t('outbound'), cell: (each) => formats.count(each.outbound) },
                { label: t('failed'), cell: (each) => formats.count(each.failed) },
              ]}
            />
            <ExportLinks
              subject="messages"
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
