import { useTranslations } from 'use-intl'
import type { WorkFigures, WorkReport } from '#reports/work-schema.ts'
import { CustomerText } from '../../components/customer-text.tsx'
import type { Query } from '../../lib/api.ts'
import type { Wire } from '../../lib/wire.ts'
import { Change } from './change.tsx'
import type { Compared } from './change.tsx'
import { FiguresTable } from './figures-table.tsx'
import classes from './reports.module.css'
import { useFormats } from './use-formats.ts'
import { csvUrl } from './use-report.ts'

type Row = Wire<WorkReport>['rows'][number]

/** The name of a figure of work. */
export type WorkFigure = keyof WorkFigures

/** Which direction of a figure is good. */
const GOOD: Readonly<Record<WorkFigure, Compared['good']>> = {
  replies: undefined,
  conversations: undefined,
  first_responses: 'more',
  first_response_seconds: 'less',
  closed: 'more',
  resolution_seconds: 'less',
}

/** All figures of work, in order. */
export const WORK_FIGURES = Object.keys(GOOD) as WorkFigure[]

/** Shows what members, teams, channels or tags did, each figure against the period before. */
export function WorkTable(props: {
  report: Wire<WorkReport>
  query: Query
  figures: readonly WorkFigure[]
}) {
  const { report, query, figures } = props
  const t = useTranslations('reports.work')
  const { count, seconds } = useFormats()
  const valueOf = (row: WorkFigures, name: WorkFigure): number | null => {
    const value = row[name]
    return typeof value === 'number' ? value : (value?.p50 ?? null)
  }
  return (
    <FiguresTable<Row>
      title={t(`titles.${report.by}`)}
      rows={report.rows}
      keyOf={({ id }) => id ?? ''}
      csvUrl={csvUrl('work', query)}
      columns={[
        {
          label: t(`by.${report.by}`),
          cell: ({ name }) =>
            name === null ? (
              <span className={classes.quiet}>{t('none')}</span>
            ) : (
              <CustomerText>{name}</CustomerText>
            ),
          isText: true,
        },
        ...figures.map((name) => ({
          label: t(`columns.${name}`),
          cell: (row: Row) => {
            const value = valueOf(row, name)
            const good = GOOD[name]
            return (
              <>
                <Change from={valueOf(row.before, name)} to={value} {...(good && { good })} />{' '}
                {name.endsWith('_seconds') ? seconds(value) : count(value ?? 0)}
              </>
            )
          },
        })),
      ]}
    />
  )
}
