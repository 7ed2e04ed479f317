import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { BuiltInView } from '../data/filters.ts'
import { countsQuery } from '../data/counts-query.ts'
import tabs from '../../../components/tabs.module.css'

/** Shows the number of conversations in a view; shows nothing when it is 0. */
export function ViewCount({ view }: { view: BuiltInView }) {
  const t = useTranslations('inbox.views')
  const format = useFormatter()
  const { data } = useQuery(countsQuery)
  const counted = data?.[view]
  if (!counted || counted.count === 0) return null
  const { count, is_capped } = counted
  return (
    <span className={tabs.count}>
      <span aria-hidden>
        {format.number(count, { notation: 'compact' })}
        {is_capped && '+'}
      </span>
      <span className="visually-hidden">
        {is_capped ? t('countCapped', { count }) : t('count', { count })}
      </span>
    </span>
  )
}
