import { Text } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { BotFigures, BotReport as Report } from '#reports/bot-schema.ts'
import type { BotTableName } from '#shared/reports.ts'
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

type Named = BotFigures & { name: string | null }

/** Shows how many conversations bots solved alone, and how long they held the others before people: over time, by bot, team and channel. */
export function BotReport({ query }: ReportProps) {
  const t = useTranslations('reports.bots')
  const { count, start } = useFormats()
  const columns = useColumns()
  const report = useReport<Wire<Report>>('bots', query)
  const before = useBefore('bots', query, report)?.totals
  return (
    <ReportFrame
      report={report}
      isEmpty={({ totals }) => totals.handled === 0}
      emptyText={t('empty')}
    >
      {(data) => {
        const { buckets, totals, bucket } = data
        const { handled, solved } = totals
        return (
          <>
            <BotTotals report={data} before={before} />
            <Figure
              title={t('plot')}
              text={t('plotText', { handled, solved })}
              kind="stack"
              rows={buckets.map((each) => ({
                at: start(each.start, bucket, true),
                solved: each.solved,
                handed_over: each.handed_over,
                taken_over: each.taken_over,
                timed_out: each.timed_out,
              }))}
              series={[
                { key: 'solved', label: t('solved'), color: 1 },
                { key: 'handed_over', label: t('handedOver'), color: 2 },
                { key: 'taken_over', label: t('takenOver'), color: 3 },
                { key: 'timed_out', label: t('timedOut'), color: 'quiet' as const },
              ]}
              formatValue={count}
            />
            <DimmedText mt="md" maw="44rem">
              {t('definition')}
            </DimmedText>
            <Tables report={data} query={query} />
            <BucketTable
              buckets={buckets}
              size={bucket}
              csvUrl={csvUrl('bots', query)}
              columns={columns}
            />
          </>
        )
      }}
    </ReportFrame>
  )
}

function BotTotals(props: { report: Wire<Report>; before: Wire<Report>['totals'] | undefined }) {
  const { report, before } = props
  const t = useTranslations('reports.bots')
  const tReports = useTranslations('reports')
  const { count, percent, seconds } = useFormats()
  const { buckets, totals } = report
  const { handled, solved, handed_over: handedOver, timed_out: timedOut } = totals
  const held = totals.held_seconds
  return (
    <Totals
      label={tReports('totals')}
      items={[
        {
          label: t('handled'),
          value: count(handled),
          change: { from: before?.handled, to: handled },
          trend: buckets.map((each) => each.handled),
        },
        {
          label: t('solved'),
          value: percent(totals.solved_rate),
          hint: t('ofHandled', { solved, handled }),
          change: {
            from: before?.solved_rate,
            to: totals.solved_rate,
            good: 'more',
            isShare: true,
          },
          trend: buckets.map((each) => each.solved_rate),
        },
        {
          label: t('handedOver'),
          value: count(handedOver),
          change: { from: before?.handed_over, to: handedOver },
          trend: buckets.map((each) => each.handed_over),
        },
        {
          label: t('held'),
          value: seconds(held?.p50),
          change: { from: before?.held_seconds?.p50, to: held?.p50 ?? null, good: 'less' },
          trend: buckets.map((each) => each.held_seconds?.p50 ?? null),
          ...(held && { hint: t('nineOfTen', { time: seconds(held.p90) }) }),
        },
        {
          label: t('timedOut'),
          value: count(timedOut),
          change: { from: before?.timed_out, to: timedOut, good: 'less' },
          trend: buckets.map((each) => each.timed_out),
        },
      ]}
    />
  )
}

function Tables({ report, query }: { report: Wire<Report>; query: Query }) {
  const t = useTranslations('reports.bots')
  const columns = useColumns()
  const table = (name: Exclude<BotTableName, 'buckets'>, rows: Named[], none: string) =>
    rows.length > 0 && (
      <FiguresTable
        title={t(`tables.${name}`)}
        rows={rows}
        keyOf={(row) => JSON.stringify(row)}
        csvUrl={csvUrl('bots', query, name)}
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
          ...columns,
        ]}
      />
    )
  return (
    <>
      {table('bots', report.by_bot, t('gone'))}
      {table('teams', report.by_team, t('noTeam'))}
      {table('channels', report.by_channel, t('gone'))}
    </>
  )
}

function useColumns() {
  const t = useTranslations('reports.bots')
  const { count, percent, seconds } = useFormats()
  return [
    { label: t('handled'), cell: (row: BotFigures) => count(row.handled) },
    { label: t('solved'), cell: (row: BotFigures) => count(row.solved) },
    { label: t('solvedRate'), cell: (row: BotFigures) => percent(row.solved_rate) },
    { label: t('handedOver'), cell: (row: BotFigures) => count(row.handed_over) },
    { label: t('takenOver'), cell: (row: BotFigures) => count(row.taken_over) },
    { label: t('timedOut'), cell: (row: BotFigures) => count(row.timed_out) },
    { label: t('heldP50'), cell: (row: BotFigures) => seconds(row.held_seconds?.p50) },
    { label: t('heldP90'), cell: (row: BotFigures) => seconds(row.held_seconds?.p90) },
    { label: t('heldMean'), cell: (row: BotFigures) => seconds(row.held_seconds?.mean) },
  ]
}
