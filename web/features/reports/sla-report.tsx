import { useTranslations } from 'use-intl'
import type { SlaReport as Report } from '#reports/sla-schema.ts'
import { SLA_METRICS } from '#shared/sla.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import type { Wire } from '../../lib/wire.ts'
import { BucketTable } from './bucket-table.tsx'
import { Figure } from './figure.tsx'
import { FiguresTable } from './figures-table.tsx'
import { ReportFrame } from './report-frame.tsx'
import type { ReportProps } from './report-props.ts'
import classes from './reports.module.css'
import { Totals } from './totals.tsx'
import { useFormats } from './use-formats.ts'
import { csvUrl, useBefore, useReport } from './use-report.ts'

type Figures = Wire<Report>['totals']

/** Shows how many SLA targets were met and missed, over time and by team. */
export function SlaReport({ query }: ReportProps) {
  const t = useTranslations('reports.sla')
  const tReports = useTranslations('reports')
  const formats = useFormats()
  const { count, percent } = formats
  const report = useReport<Wire<Report>>('sla', query)
  const before = useBefore('sla', query, report)?.totals
  // The share and the counts of a target are in one cell: a column for each would not fit beside the others.
  const columns = SLA_METRICS.map((metric) => ({
    label: t(metric),
    cell: (each: Figures) => <Kept figures={each[metric]} />,
  }))
  return (
    <ReportFrame
      report={report}
      isEmpty={({ totals }) =>
        SLA_METRICS.every((metric) => {
          const { met, breached, not_needed: notNeeded } = totals[metric]
          return met + breached + notNeeded === 0
        })
      }
      emptyText={t('empty')}
    >
      {({ buckets, totals, bucket, by_team: teams }) => (
        <>
          <Totals
            label={tReports('totals')}
            items={SLA_METRICS.map((metric) => ({
              label: t(metric),
              value: percent(totals[metric].met_rate),
              change: {
                from: before?.[metric].met_rate,
                to: totals[metric].met_rate,
                good: 'more',
                isShare: true,
              },
              trend: buckets.map((each) => each[metric].met_rate),
              hint: t('ofDecided', {
                met: totals[metric].met,
                breached: totals[metric].breached,
              }),
            }))}
          />
          <Figure
            title={t('plot')}
            text={t('plotText', {
              first: totals.first_response.breached,
              next: totals.next_response.breached,
              resolution: totals.resolution.breached,
            })}
            kind="bars"
            rows={buckets.map((each) => ({
              at: formats.start(each.start, bucket, true),
              ...Object.fromEntries(SLA_METRICS.map((metric) => [metric, each[metric].breached])),
            }))}
            series={SLA_METRICS.map((metric, index) => ({
              key: metric,
              label: t(metric),
              color: index + 1,
            }))}
            formatValue={count}
          />
          <DimmedText mt="md" maw="44rem">
            {t('definition')}
          </DimmedText>
          {teams.length > 1 && (
            <FiguresTable
              title={t('byTeam')}
              rows={teams}
              keyOf={(each) => each.team_id ?? 'none'}
              csvUrl={csvUrl('sla', query, 'teams')}
              columns={[
                { label: t('team'), cell: (each) => each.team_name ?? t('noTeam'), isText: true },
                ...columns,
              ]}
            />
          )}
          <BucketTable
            buckets={buckets}
            size={bucket}
            csvUrl={csvUrl('sla', query)}
            columns={columns}
          />
        </>
      )}
    </ReportFrame>
  )
}

/** Shows the share of targets that were met, and how many were met, missed and not needed. */
function Kept({ figures }: { figures: Figures[(typeof SLA_METRICS)[number]] }) {
  const t = useTranslations('reports.sla')
  const { percent } = useFormats()
  const { met, breached, not_needed: notNeeded, met_rate: rate } = figures
  return (
    <>
      {met + breached + notNeeded > 0 && (
        <span className={classes.quiet}>{t('counts', { met, breached, notNeeded })} </span>
      )}
      {percent(rate)}
    </>
  )
}
