import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { CostFigures, CostReport as Report } from '#reports/cost-schema.ts'
import type { CostTableName } from '#shared/reports.ts'
import { CustomerText } from '../../components/customer-text.tsx'
import { Notice } from '../../components/notice.tsx'
import type { Query } from '../../lib/api.ts'
import { useMoney } from '../../lib/use-money.ts'
import { useIsAdmin } from '../../lib/session.ts'
import type { Wire } from '../../lib/wire.ts'
import { BucketTable } from './bucket-table.tsx'
import { Figure } from './figure.tsx'
import { FiguresTable } from './figures-table.tsx'
import { ReportFrame } from './report-frame.tsx'
import type { ReportProps } from './report-props.ts'
import { Totals } from './totals.tsx'
import { useFormats } from './use-formats.ts'
import { csvUrl, useBefore, useReport } from './use-report.ts'

type Figures = Wire<CostFigures>

/** Shows the report of what messages cost, by time and by everything that it can be split into. */
export function CostReport({ query }: ReportProps) {
  const t = useTranslations('reports.costs')
  const tReports = useTranslations('reports')
  const formats = useFormats()
  const columns = useColumns()
  const report = useReport<Wire<Report>>('costs', query)
  const before = useBefore('costs', query, report)?.totals
  return (
    <ReportFrame
      report={report}
      isEmpty={({ totals }) => totals.messages + totals.undelivered === 0}
      emptyText={t('empty')}
    >
      {(data) => {
        const { buckets, totals, bucket } = data
        const charged = totals.messages - totals.free
        return (
          <>
            <Unpriced report={data} />
            <Totals
              label={tReports('totals')}
              items={[
                {
                  label: t('cost'),
                  value: columns.costOf(totals),
                  change: { ...costChange(before, totals), good: 'less' },
                  trend: buckets.map((each) => costNumber(each)),
                  ...(totals.unpriced > 0 && { hint: t('without', { count: totals.unpriced }) }),
                },
                {
                  label: t('charged'),
                  value: formats.count(charged),
                  change: { from: before && before.messages - before.free, to: charged },
                  trend: buckets.map((each) => each.messages - each.free),
                },
                {
                  label: t('free'),
                  value: formats.count(totals.free),
                  change: { from: before?.free, to: totals.free },
                  trend: buckets.map((each) => each.free),
                },
                {
                  label: t('undelivered'),
                  value: formats.count(totals.undelivered),
                  change: { from: before?.undelivered, to: totals.undelivered, good: 'less' },
                  trend: buckets.map((each) => each.undelivered),
                },
              ]}
            />
            <Figure
              title={t('plot')}
              text={t('plotText', { charged, free: totals.free })}
              kind="stack"
              rows={buckets.map((each) => ({
                at: formats.start(each.start, bucket, true),
                charged: each.messages - each.free,
                free: each.free,
              }))}
              series={[
                { key: 'charged', label: t('charged'), color: 1 },
                { key: 'free', label: t('free'), color: 'quiet' as const },
              ]}
              formatValue={formats.count}
            />
            <Split report={data} query={query} />
            <BucketTable
              buckets={buckets}
              size={bucket}
              csvUrl={csvUrl('costs', query)}
              columns={columns.list}
            />
          </>
        )
      }}
    </ReportFrame>
  )
}

/** Returns the costs of both periods, if they are in the same currency. */
function costChange(before: Figures | undefined, now: Figures) {
  const isSame = before?.costs.every(({ currency }) => currency === now.costs[0]?.currency)
  return { from: isSame ? costNumber(before!) : undefined, to: costNumber(now) }
}

/** Returns a cost as a number that compares with others; null in several currencies. */
function costNumber({ costs }: Figures): number | null {
  if (costs.length > 1) return null
  return costs[0] ? Number(costs[0].amount) : 0
}

/** Says that prices are missing, and where to upload them. */
function Unpriced({ report: { totals, priced_since: since } }: { report: Wire<Report> }) {
  const t = useTranslations('reports.costs')
  const isAdmin = useIsAdmin()
  if (totals.unpriced === 0) return null
  return (
    <Notice>
      {since === null ? t('noPrices') : t('somePrices', { count: totals.unpriced })}{' '}
      {isAdmin && (
        <Anchor component={Link} to="/settings/prices" inherit>
          {t('openPrices')}
        </Anchor>
      )}
    </Notice>
  )
}

/** The tables by category, template, channel, author and country. */
function Split({ report, query }: { report: Wire<Report>; query: Query }) {
  const t = useTranslations('reports.costs')
  const columns = useColumns()
  const any = t as unknown as { has: (key: string) => boolean } & ((key: string) => string)
  const countryNames = new Intl.DisplayNames(useLocale(), { type: 'region' })
  const categoryName = (name: string) =>
    any.has(`categories.${name}`) ? any(`categories.${name}`) : name
  const table = <Row extends Figures>(
    name: CostTableName,
    label: string,
    rows: Row[],
    keyOf: (row: Row) => string,
    cell: (row: Row) => ReactNode,
  ) =>
    rows.length > 0 && (
      <FiguresTable
        title={t(`tables.${name}`)}
        rows={rows}
        keyOf={keyOf}
        csvUrl={csvUrl('costs', query, name)}
        columns={[{ label, cell, isText: true }, ...columns.list]}
      />
    )
  const quiet = (text: string) => (
    <Text span c="dimmed" inherit>
      {text}
    </Text>
  )
  return (
    <>
      {table(
        'categories',
        t('category'),
        report.by_category,
        (row) => row.category,
        (row) => categoryName(row.category),
      )}
      {table(
        'templates',
        t('template'),
        report.by_template,
        (row) => row.template ?? '',
        (row) =>
          row.template === null ? quiet(t('noTemplate')) : <bdi translate="no">{row.template}</bdi>,
      )}
      {table(
        'channels',
        t('channel'),
        report.by_channel,
        (row) => row.channel_id,
        (row) => (row.name === null ? quiet(t('gone')) : <CustomerText>{row.name}</CustomerText>),
      )}
      {table(
        'authors',
        t('author'),
        report.by_author,
        ({ author }) => `${author.type} ${author.id}`,
        ({ author }) =>
          author.name === null ? (
            quiet(author.type === 'system' ? t('system') : t('gone'))
          ) : (
            <>
              <CustomerText>{author.name}</CustomerText>{' '}
              {author.type === 'api_key' && quiet(t('apiKey'))}
            </>
          ),
      )}
      {table(
        'countries',
        t('country'),
        report.by_country,
        (row) => row.country ?? '',
        (row) =>
          row.country === null
            ? quiet(t('unknown'))
            : (countryNames.of(row.country) ?? row.country),
      )}
    </>
  )
}

/** Returns the columns that all tables share, and the text of a cost. */
function useColumns() {
  const t = useTranslations('reports.costs')
  const { count } = useFormats()
  const money = useMoney()
  const costOf = ({ costs, unpriced }: Figures) =>
    costs.length > 0
      ? costs.map((each) => money(each)).join(' + ')
      : unpriced > 0
        ? t('unknown')
        : '–'
  return {
    costOf,
    list: [
      { label: t('cost'), cell: costOf },
      { label: t('charged'), cell: (row: Figures) => count(row.messages - row.free) },
      { label: t('unpriced'), cell: (row: Figures) => count(row.unpriced) },
      { label: t('free'), cell: (row: Figures) => count(row.free) },
      { label: t('undelivered'), cell: (row: Figures) => count(row.undelivered) },
    ],
  }
}
