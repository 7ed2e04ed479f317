import { useTranslations } from 'use-intl'
import type { TicketReport as Report } from '#reports/schema.ts'
import type { Query } from '../../lib/api.ts'
import { useTimes } from '../../lib/use-times.ts'
import type { Wire } from '../../lib/wire.ts'
import { BucketTable } from './bucket-table.tsx'
import { CountLink } from './count-link.tsx'
import { Figure } from './figure.tsx'
import { FiguresTable } from './figures-table.tsx'
import { ReportFrame } from './report-frame.tsx'
import type { ReportProps } from './report-props.ts'
import classes from './reports.module.css'
import { Totals } from './totals.tsx'
import { useFormats } from './use-formats.ts'
import { csvUrl, useBefore, useReport } from './use-report.ts'

type Age = Wire<Report>['open_by_age'][number]

/** Shows the report of created and solved tickets, and the age of open ones. */
export function TicketReport({ query }: ReportProps) {
  const t = useTranslations('reports.tickets')
  const tReports = useTranslations('reports')
  const formats = useFormats()
  const { count, seconds } = formats
  const memberId = query['member_id']
  const ticketList = (search: Record<string, string>) => ({
    to: '/tickets',
    search: { ...search, ...(memberId && { assignee: String(memberId) }) },
  })
  const report = useReport<Wire<Report>>('tickets', query)
  const before = useBefore('tickets', query, report)?.totals
  return (
    <ReportFrame
      report={report}
      isEmpty={({ totals, open_now: { open, pending } }) =>
        totals.created + totals.solved + open + pending === 0
      }
      emptyText={t('empty')}
    >
      {({ buckets, totals, bucket, open_now, open_by_age, from, to }) => (
        <>
          <Totals
            label={tReports('totals')}
            items={[
              {
                label: t('created'),
                value: count(totals.created),
                change: { from: before?.created, to: totals.created },
                trend: buckets.map((each) => each.created),
                list: ticketList({ status: 'all', since: from, until: to }),
              },
              {
                label: t('solved'),
                value: count(totals.solved),
                change: { from: before?.solved, to: totals.solved, good: 'more' },
                trend: buckets.map((each) => each.solved),
              },
              {
                label: t('solving'),
                value: seconds(totals.solving_seconds?.p50),
                change: {
                  from: before?.solving_seconds?.p50,
                  to: totals.solving_seconds?.p50 ?? null,
                  good: 'less',
                },
                trend: buckets.map((each) => each.solving_seconds?.p50 ?? null),
                ...(totals.solving_seconds && {
                  hint: tReports('responses.nineOfTen', {
                    time: seconds(totals.solving_seconds.p90),
                  }),
                }),
              },
              {
                label: t('openNow'),
                value: count(open_now.open + open_now.pending),
                list: ticketList({}),
              },
              {
                label: t('overdue'),
                value: count(open_now.overdue),
                list: ticketList({ overdue: 'true' }),
              },
            ]}
          />
          <div className={classes.plots}>
            <OpenTicketAges ages={open_by_age} />
            <Figure
              title={t('plot')}
              text={t('plotText', { created: totals.created, solved: totals.solved })}
              kind="bars"
              rows={buckets.map((each) => ({
                at: formats.start(each.start, bucket, true),
                created: each.created,
                solved: each.solved,
              }))}
              series={[
                { key: 'created', label: t('created'), color: 1 },
                { key: 'solved', label: t('solved'), color: 2 },
              ]}
              formatValue={count}
            />
          </div>
          <AgeTable ages={open_by_age} query={query} listOf={ticketList} />
          <BucketTable
            buckets={buckets}
            size={bucket}
            csvUrl={csvUrl('tickets', query)}
            columns={[
              { label: t('created'), cell: (each) => count(each.created) },
              { label: t('solved'), cell: (each) => count(each.solved) },
              { label: t('solvingP50'), cell: (each) => seconds(each.solving_seconds?.p50) },
              { label: t('solvingP90'), cell: (each) => seconds(each.solving_seconds?.p90) },
              { label: t('solvingMean'), cell: (each) => seconds(each.solving_seconds?.mean) },
            ]}
          />
        </>
      )}
    </ReportFrame>
  )
}

function OpenTicketAges({ ages }: { ages: Age[] }) {
  const t = useTranslations('reports.tickets')
  const { count } = useFormats()
  const ageOf = useAge()
  const shortAgeOf = ({ from_days, under_days }: Age) =>
    under_days === null
      ? `${from_days}+`
      : from_days === 0
        ? `< ${under_days}`
        : `${from_days}–${under_days}`
  return (
    <Figure
      isWhole
      title={t('agePlot')}
      text={t('agePlotText', {
        ages: ages.map((age) => `${ageOf(age)}: ${age.open + age.pending}`).join(', '),
      })}
      kind="stack"
      rows={ages.map((age) => ({ at: shortAgeOf(age), open: age.open, pending: age.pending }))}
      series={[
        { key: 'open', label: t('open'), color: 1 },
        { key: 'pending', label: t('pending'), color: 2 },
      ]}
      formatValue={count}
    />
  )
}

function AgeTable(props: {
  ages: Age[]
  query: Query
  listOf: (search: Record<string, string>) => { to: string; search: Record<string, string> }
}) {
  const { ages, query, listOf } = props
  const t = useTranslations('reports.tickets')
  const { count } = useFormats()
  const { now } = useTimes()
  const ageOf = useAge()
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  const linked = (name: 'open' | 'pending' | 'overdue', filter: Record<string, string>) => ({
    label: t(name),
    cell: (age: Age) => {
      const since = age.under_days !== null && { since: before(age.under_days) }
      const until = age.from_days > 0 && { until: before(age.from_days) }
      const value = count(age[name])
      if (age[name] === 0) return value
      return <CountLink {...listOf({ ...filter, ...since, ...until })} value={value} />
    },
  })
  return (
    <FiguresTable
      title={t('ageTable')}
      rows={ages}
      keyOf={({ from_days }) => String(from_days)}
      csvUrl={csvUrl('tickets', query, 'ages')}
      columns={[
        { label: t('age'), cell: ageOf, isText: true },
        linked('open', { status: 'open' }),
        linked('pending', { status: 'pending' }),
        linked('overdue', { overdue: 'true' }),
      ]}
    />
  )
}

const DAY_MS = 86_400_000

/** Returns the function that says an age in words. */
function useAge(): (age: Age) => string {
  const t = useTranslations('reports.tickets')
  return ({ from_days, under_days }) =>
    under_days === null
      ? t('ageOver', { days: from_days })
      : from_days === 0
        ? t('ageUnder', { days: under_days })
        : t('ageBetween', { from: from_days, under: under_days })
}
