import { useFormatter, useTranslations } from 'use-intl'
import type { WorkFigures, WorkReport as Report } from '#reports/work-schema.ts'
import { CustomerText } from '../../components/customer-text.tsx'
import { DimmedText } from '../../components/dimmed-text.tsx'
import type { Wire } from '../../lib/wire.ts'
import { FiguresTable } from './figures-table.tsx'
import { ReportFrame } from './report-frame.tsx'
import type { ReportProps } from './report-props.ts'
import classes from './reports.module.css'
import { useFormats } from './use-formats.ts'
import { csvUrl, useReport } from './use-report.ts'

type Row = Wire<Report>['rows'][number]

/** A column: its figure, and how it is shown. */
type Figure = [
  name: keyof WorkFigures,
  valueOf: (figures: WorkFigures) => number | null,
  show: (value: number | null) => string,
]

/** Shows the work of members, teams, channels or tags side by side, against the period before. */
export function WorkReport({ query }: ReportProps) {
  const t = useTranslations('reports.work')
  const { count, seconds } = useFormats()
  const report = useReport<Wire<Report>>('work', query)
  const number = (value: number | null) => count(value ?? 0)
  const figures: Figure[] = [
    ['replies', (each) => each.replies, number],
    ['conversations', (each) => each.conversations, number],
    ['first_responses', (each) => each.first_responses, number],
    ['first_response_seconds', (each) => each.first_response_seconds?.p50 ?? null, seconds],
    ['closed', (each) => each.closed, number],
    ['resolution_seconds', (each) => each.resolution_seconds?.p50 ?? null, seconds],
  ]
  return (
    <ReportFrame report={report} isEmpty={({ rows }) => rows.length === 0} emptyText={t('empty')}>
      {({ rows, by }) => (
        <>
          <FiguresTable<Row>
            title={t(`titles.${by}`)}
            rows={rows}
            keyOf={({ id }) => id ?? ''}
            csvUrl={csvUrl('work', query)}
            columns={[
              {
                label: t(`by.${by}`),
                cell: ({ name }) =>
                  name === null ? (
                    <span className={classes.quiet}>{t('none')}</span>
                  ) : (
                    <CustomerText>{name}</CustomerText>
                  ),
                isText: true,
              },
              ...figures.map(([name, valueOf, show]) => ({
                label: t(`columns.${name}`),
                cell: (row: Row) => (
                  <>
                    <Change from={valueOf(row.before)} to={valueOf(row)} />
                    {show(valueOf(row))}
                  </>
                ),
              })),
            ]}
          />
          <DimmedText mt="md" maw="44rem">
            {t('definition')}
          </DimmedText>
        </>
      )}
    </ReportFrame>
  )
}

/** Shows by how much a figure differs from that of the period before: before it, so that figures stand below each other. */
function Change({ from, to }: { from: number | null; to: number | null }) {
  const t = useTranslations('reports.work')
  const format = useFormatter()
  const share = from && to !== null ? to / from - 1 : null
  if (share === null) return null
  const text = format.number(share, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  })
  return (
    <span className={classes.change}>
      <span className="visually-hidden">{t('change')}</span> {text}
    </span>
  )
}
