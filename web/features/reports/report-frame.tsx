import { IconChartBar } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { QueryState } from '../../components/query-state.tsx'
import { EmptyState, LoadingRows } from '../../components/states.tsx'
import classes from './reports.module.css'

/** Shows a report in its current state: loading, failed, empty, or its content. */
export function ReportFrame<T>(props: {
  report: UseQueryResult<T>
  isEmpty: (report: T) => boolean
  emptyText: string
  children: (report: T) => ReactNode
}) {
  const { report, isEmpty, emptyText, children } = props
  const t = useTranslations('reports')
  const { data } = report
  if (data === undefined)
    return <QueryState query={report} loading={<LoadingRows count={3} height={120} />} />
  if (isEmpty(data))
    return (
      <EmptyState
        icon={<IconChartBar size={32} stroke={1.5} aria-hidden />}
        title={t('empty')}
        text={emptyText}
      />
    )
  return (
    <div
      className={classes.report}
      data-old={report.isPlaceholderData}
      aria-busy={report.isFetching}
    >
      {children(data)}
    </div>
  )
}
