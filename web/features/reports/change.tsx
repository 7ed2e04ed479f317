import { useFormatter, useTranslations } from 'use-intl'
import classes from './reports.module.css'

/** The figure of the period before and of this one: null if nothing was measured, undefined while it loads. */
export type Compared = {
  from: number | null | undefined
  to: number | null
  /** Which direction is good; without it, none is. */
  good?: 'more' | 'less'
  /** Compares shares by percentage points. */
  isShare?: boolean
}

/** Shows by how much a figure differs from the period before: an arrow and a number, in words for screen readers. */
export function Change({ from, to, good, isShare = false }: Compared) {
  const t = useTranslations('reports.change')
  const format = useFormatter()
  if (from === undefined || from === null || to === null || (!isShare && from === 0)) return null
  const by = Math.round((isShare ? to - from : to / from - 1) * 100)
  const direction = by === 0 ? 'same' : by > 0 ? 'more' : 'less'
  const size = isShare
    ? t('points', { count: Math.abs(by) })
    : format.number(Math.abs(by) / 100, { style: 'percent' })
  return (
    <span
      className={classes.change}
      data-tone={good && direction !== 'same' ? (good === direction ? 'good' : 'bad') : undefined}
    >
      <span aria-hidden>{direction === 'same' ? '=' : `${ARROWS[direction]} ${size}`}</span>
      <span className="visually-hidden">{t(direction, { size })}</span>
    </span>
  )
}

const ARROWS = { more: '▲', less: '▼' }
