import { Text } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { LeadReport as Report } from '#reports/schema.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import type { Query } from '../../lib/api.ts'
import type { Wire } from '../../lib/wire.ts'
import { BucketTable } from './bucket-table.tsx'
import { Figure } from './figure.tsx'
import { FiguresTable } from './figures-table.tsx'
import type { PlotRow } from './plot.tsx'
import { ReportFrame } from './report-frame.tsx'
import type { ReportProps } from './report-props.ts'
import { Totals } from './totals.tsx'
import { useFormats } from './use-formats.ts'
import { csvUrl, useBefore, useReport } from './use-report.ts'

/** The number of sources with their own colour; more colours would be hard to tell apart. */
const COLOURS = 5

/** Shows the report of leads by source and campaign. */
export function LeadReport({ query }: ReportProps) {
  const t = useTranslations('reports.leads')
  const tReports = useTranslations('reports')
  const formats = useFormats()
  const { count } = formats
  const report = useReport<Wire<Report>>('leads', query)
  const before = useBefore('leads', query, report)?.totals
  return (
    <ReportFrame
      report={report}
      isEmpty={({ totals }) => totals.leads === 0}
      emptyText={t('empty')}
    >
      {({ buckets, totals, bucket, by_campaign, is_whole }) => {
        const sources = totals.by_source.map(({ source }) => source)
        const coloured = sources.slice(0, sources.length > COLOURS ? COLOURS - 1 : COLOURS)
        const hasRest = coloured.length < sources.length
        // Source names are arbitrary text, so the rows use their index as the key.
        const rows: PlotRow[] = buckets.map((each) => {
          const leads = coloured.map(
            (source) => each.by_source.find((one) => one.source === source)?.leads ?? 0,
          )
          const rest = each.leads - leads.reduce((sum, one) => sum + one, 0)
          return {
            at: formats.start(each.start, bucket, true),
            ...Object.fromEntries(leads.map((value, index) => [`source${index}`, value])),
            rest,
          }
        })
        const top = totals.by_source.slice(0, 3)
        return (
          <>
            <Totals
              label={tReports('totals')}
              items={[
                {
                  label: t('leads'),
                  value: count(totals.leads),
                  change: { from: before?.leads, to: totals.leads, good: 'more' },
                  trend: buckets.map((each) => each.leads),
                },
                {
                  label: t('sources'),
                  value: count(sources.length),
                  change: { from: before?.by_source.length, to: sources.length },
                },
              ]}
            />
            <Figure
              title={t('plot')}
              text={t('plotText', {
                leads: totals.leads,
                sources: top.map(({ source, leads }) => `${source}: ${leads}`).join(', '),
              })}
              kind="stack"
              rows={rows}
              series={[
                ...coloured.map((source, index) => ({
                  key: `source${index}`,
                  label: source || t('noSource'),
                  color: index + 1,
                })),
                ...(hasRest
                  ? [{ key: 'rest', label: t('otherSources'), color: 'quiet' as const }]
                  : []),
              ]}
              formatValue={count}
            />
            <CampaignTable campaigns={by_campaign} isWhole={is_whole} query={query} />
            <BucketTable
              buckets={buckets}
              size={bucket}
              csvUrl={csvUrl('leads', query)}
              columns={[
                { label: t('leads'), cell: (each) => count(each.leads) },
                ...coloured.map((source) => ({
                  label: source || t('noSource'),
                  cell: (each: (typeof buckets)[number]) =>
                    count(each.by_source.find((one) => one.source === source)?.leads ?? 0),
                })),
              ]}
            />
          </>
        )
      }}
    </ReportFrame>
  )
}

function CampaignTable(props: {
  campaigns: Wire<Report>['by_campaign']
  isWhole: boolean
  query: Query
}) {
  const { campaigns, isWhole, query } = props
  const t = useTranslations('reports.leads')
  const { count } = useFormats()
  return (
    <>
      <FiguresTable
        title={t('campaignTable')}
        rows={campaigns}
        keyOf={({ source, campaign }) => JSON.stringify([source, campaign])}
        csvUrl={csvUrl('leads', query, 'campaigns')}
        columns={[
          {
            label: t('source'),
            cell: ({ source }) => <CustomerText>{source || t('noSource')}</CustomerText>,
            isText: true,
          },
          {
            label: t('campaign'),
            cell: ({ campaign }) =>
              campaign === null ? (
                <Text span c="dimmed" inherit>
                  {t('noCampaign')}
                </Text>
              ) : (
                <CustomerText>{campaign}</CustomerText>
              ),
            isText: true,
          },
          { label: t('leads'), cell: ({ leads }) => count(leads) },
        ]}
      />
      {!isWhole && <DimmedText mt="xs">{t('more', { count: campaigns.length })}</DimmedText>}
    </>
  )
}
