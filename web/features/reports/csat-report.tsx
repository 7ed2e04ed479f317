import { Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'use-intl'
import type { CsatFigures, CsatReport as Report } from '#reports/csat-schema.ts'
import { CSAT_ANSWERS_MIN } from '#shared/csat.ts'
import type { CsatTableName } from '#shared/reports.ts'
import { CustomerText } from '../../components/customer-text.tsx'
import { DimmedText } from '../../components/dimmed-text.tsx'
import type { Query } from '../../lib/api.ts'
import type { Wire } from '../../lib/wire.ts'
import { BucketTable } from './bucket-table.tsx'
import { Figure } from './figure.tsx'
import { FiguresTable } from './figures-table.tsx'
import { ReportFrame } from './report-frame.tsx'
import type { ReportProps } from './report-props.ts'
import { Totals } from './totals.tsx'
import { useFormats } from './use-formats.ts'
import { csvUrl, useBefore, useReport } from './use-report.ts'

type Named = CsatFigures & { name: string | null }

/** Shows the report of ratings: how many customers answered, and how satisfied they are, by member, team, channel and tag. */
export function CsatReport({ query }: ReportProps) {
  const t = useTranslations('reports.csat')
  const tReports = useTranslations('reports')
  const { count, percent, start } = useFormats()
  const columns = useColumns()
  const report = useReport<Wire<Report>>('csat', query)
  const before = useBefore('csat', query, report)?.totals
  return (
    <ReportFrame
      report={report}
      isEmpty={({ totals }) => totals.asked === 0}
      emptyText={t('empty')}
    >
      {(data) => {
        const { buckets, totals, bucket } = data
        const { asked, answered } = totals
        return (
          <>
            <Totals
              label={tReports('totals')}
              items={[
                {
                  label: t('asked'),
                  value: count(asked),
                  change: { from: before?.asked, to: asked },
                  trend: buckets.map((each) => each.asked),
                },
                {
                  label: t('answered'),
                  value: count(answered),
                  hint: percent(totals.answer_rate),
                  change: { from: before?.answered, to: answered, good: 'more' },
                  trend: buckets.map((each) => each.answered),
                },
                {
                  label: t('average'),
                  value: columns.average(totals),
                  change: { from: before?.average, to: totals.average, good: 'more' },
                  trend: buckets.map((each) => each.average),
                },
                {
                  label: t('satisfied'),
                  value: percent(totals.satisfied),
                  change: {
                    from: before?.satisfied,
                    to: totals.satisfied,
                    good: 'more',
                    isShare: true,
                  },
                  trend: buckets.map((each) => each.satisfied),
                },
              ]}
            />
            <Figure
              title={t('plot')}
              text={t('plotText', { asked, answered })}
              kind="stack"
              rows={buckets.map((each) => ({
                at: start(each.start, bucket, true),
                answered: each.answered,
                unanswered: each.asked - each.answered,
              }))}
              series={[
                { key: 'answered', label: t('answered'), color: 1 },
                { key: 'unanswered', label: t('unanswered'), color: 'quiet' as const },
              ]}
              formatValue={count}
            />
            <DimmedText>{t('definition', { count: CSAT_ANSWERS_MIN })}</DimmedText>
            <Tables report={data} query={query} />
            <BucketTable
              buckets={buckets}
              size={bucket}
              csvUrl={csvUrl('csat', query)}
              columns={columns.list}
            />
          </>
        )
      }}
    </ReportFrame>
  )
}

function Tables({ report, query }: { report: Wire<Report>; query: Query }) {
  const t = useTranslations('reports.csat')
  const columns = useColumns()
  const table = (name: Exclude<CsatTableName, 'buckets'>, rows: Named[], none: string) =>
    rows.length > 0 && (
      <FiguresTable
        title={t(`tables.${name}`)}
        rows={rows}
        keyOf={(row) => JSON.stringify(row)}
        csvUrl={csvUrl('csat', query, name)}
        columns={[
          {
            label: t(`columns.${name}`),
            cell: ({ name: shown }) =>
              shown === null ? (
                <Text span c="dimmed" inherit>
                  {none}
                </Text>
              ) : (
                <CustomerText>{shown}</CustomerText>
              ),
            isText: true,
          },
          ...columns.list,
        ]}
      />
    )
  return (
    <>
      {table('members', report.by_member, t('nobody'))}
      {table('teams', report.by_team, t('noTeam'))}
      {table('channels', report.by_channel, t('gone'))}
      {table('tags', report.by_tag, t('gone'))}
    </>
  )
}

function useColumns() {
  const t = useTranslations('reports.csat')
  const format = useFormatter()
  const { count, percent } = useFormats()
  const average = (row: CsatFigures) =>
    row.average === null
      ? '–'
      : format.number(row.average, { minimumFractionDigits: 1, maximumFractionDigits: 2 })
  return {
    average,
    list: [
      { label: t('asked'), cell: (row: CsatFigures) => count(row.asked) },
      { label: t('answered'), cell: (row: CsatFigures) => count(row.answered) },
      { label: t('rate'), cell: (row: CsatFigures) => percent(row.answer_rate) },
      { label: t('average'), cell: average },
      { label: t('satisfied'), cell: (row: CsatFigures) => percent(row.satisfied) },
    ],
  }
}
