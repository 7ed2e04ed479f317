import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { Change } from './change.tsx'
import type { Compared } from './change.tsx'
import classes from './reports.module.css'
import { Sparkline } from './sparkline.tsx'

/** The list that a figure counts: its path and the filters that result in the counted rows. */
type Counted = { to: string; search?: Record<string, string | boolean> }

/** A figure for the whole time range: its label, how it compares, how it moved, and the list that it counts. */
type Total = {
  label: string
  value: string
  hint?: string
  change?: Compared
  trend?: (number | null)[]
  list?: Counted | undefined
}

/** Shows the figures for the whole time range as cards. */
export function Totals({ label, items }: { label: string; items: Total[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="visually-hidden">
        {label}
      </h2>
      <dl className={classes.totals}>
        {items.map((item, index) => (
          <div key={item.label} className={classes.total}>
            <dt id={`${id}-${index}`}>{item.label}</dt>
            <dd className={classes.value}>
              <Value id={`${id}-${index}`} list={item.list}>
                {item.value}
              </Value>
            </dd>
            {(item.change || item.hint) && (
              <dd className={classes.hint}>
                {item.change && <Change {...item.change} />} {item.hint}
              </dd>
            )}
            {item.trend && (
              <dd className={classes.trend}>
                <Sparkline values={item.trend} />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  )
}

function Value(props: { id: string; list: Counted | undefined; children: ReactNode }) {
  const { id, list, children } = props
  if (!list) return children
  return (
    <Link
      id={`${id}-value`}
      to={list.to}
      search={(list.search ?? {}) as never}
      className={classes.counted!}
      aria-labelledby={`${id} ${id}-value`}
    >
      {children}
    </Link>
  )
}
