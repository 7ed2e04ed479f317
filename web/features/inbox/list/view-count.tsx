import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { BuiltInView } from '../data/filters.ts'
import { countsQuery } from '../data/counts-query.ts'
import tabs from '../../../components/tabs.module.css'

/**
 * Shows the number of conversations in a view; shows nothing when it is 0. Its place is kept free until the number arrives, so that nothing
 * moves.
 */
export function ViewCount({ view }: { view: BuiltInView }) {
  const t = useTranslations('inbox.views')
  const format = useFormatter()
  const { count, is_capped } = useQuery(countsQuery).data?.[view] ?? { count: 0, is_capped: false }
  return (
    <span className={tabs.count}>
      {count > 0 && (
        <>
          <span aria-hidden>
            {format.number(count, { notation: 'compact' })}
            {is_capped && '+'}
          </span>
          <span className="visually-hidden">
            {is_capped ? t('countCapped', { count }) : t('count', { count })}
          </span>
        </>
      )}
    </span>
  )
}
