import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { MatchCount } from '#bulk-actions/schema.ts'
import type { BulkSubject } from '#shared/bulk-actions.ts'
import { api } from '../../lib/api.ts'
import type { Query } from '../../lib/api.ts'
import type { Selection } from '../../lib/selection.ts'
import type { Wire } from '../../lib/wire.ts'
import { IconButton } from '../icon-button.tsx'
import classes from './selection.module.css'

/** Shows how many rows are selected, with the actions on them, and offers to select all that match. */
export function SelectionBar(props: {
  subject: BulkSubject
  selection: Selection
  /** The filters of the list, for the number of rows that match. */
  filters: Query
  onSelectAll: () => void
  /** `floats`: at the bottom of the page, over its rows. */
  floats?: boolean
  children: ReactNode
}) {
  const { subject, selection, filters, onSelectAll, floats = false, children } = props
  const { count, isAll, clear } = selection
  const t = useTranslations('bulk')
  const { data: matches } = useQuery({
    queryKey: ['matches', subject, filters],
    queryFn: ({ signal }) =>
      api.get<Wire<MatchCount>>(`/api/v1/${subject}/matches`, filters, signal),
    staleTime: 5_000,
  })
  return (
    <section className={classes.bar} data-floats={floats} aria-label={t('bar')}>
      <div className={classes.line}>
        <span className={classes.count} role="status">
          <span aria-hidden>{t('selectedShort', { count })}</span>
          <span className="visually-hidden">{t('selected', { subject, count })}</span>
        </span>
        {!isAll && matches && matches.count > count && (
          <button type="button" className={classes.all} onClick={onSelectAll}>
            {t('selectAllOf', { count: matches.count })}
          </button>
        )}
        <IconButton label={t('clear')} keys="escape" className={classes.clear!} onClick={clear}>
          <IconX size={17} aria-hidden />
        </IconButton>
      </div>
      <div className={classes.actions} role="group" aria-label={t('actions')}>
        {children}
      </div>
    </section>
  )
}
