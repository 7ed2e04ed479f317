import { Link } from '@tanstack/react-router'
import { Children } from 'react'
import type { ReactNode } from 'react'
import { DimmedText } from './dimmed-text.tsx'
import { ListState } from './list-state.tsx'
import classes from './rows.module.css'
import type { List } from '../lib/use-list.ts'

/**
 * Shows a list in its current state: loading, failed, empty, or its rows with a button that loads more. With `groupOf`,
 * consecutive rows of a group are below a heading with its name.
 */
export function Rows<T extends { id: string }>(props: {
  label: string
  list: List<T>
  empty: ReactNode
  groupOf?: (row: T) => string
  children: (row: T) => ReactNode
}) {
  const { label, list, empty, groupOf, children } = props
  return (
    <ListState list={list} empty={empty}>
      {toGroups(list.rows, groupOf).map(({ name, rows }) => (
        <section key={name}>
          {name !== '' && <h2 className={classes.group}>{name}</h2>}
          <ul className={classes.list} aria-label={name === '' ? label : `${label}: ${name}`}>
            {rows.map((row) => children(row))}
          </ul>
        </section>
      ))}
    </ListState>
  )
}

/** Returns consecutive rows with the same name of `groupOf` as groups; without it, all rows as a group without a name. */
function toGroups<T>(
  rows: T[],
  groupOf: (row: T) => string = () => '',
): { name: string; rows: T[] }[] {
  const groups: { name: string; rows: T[] }[] = []
  for (const row of rows) {
    const name = groupOf(row)
    const last = groups.at(-1)
    if (last?.name === name) last.rows.push(row)
    else groups.push({ name, rows: [row] })
  }
  return groups
}

/** Shows a plain list of rows, or `none` if it has none. */
export function PlainRows(props: { label: string; none?: string; children: ReactNode }) {
  const { label, none, children } = props
  if (none !== undefined && Children.count(children) === 0) return <DimmedText>{none}</DimmedText>
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  )
}

/** Shows a row: a status at its start, a title with a line below, and facts or buttons at its end. */
export function Row(props: {
  to?: string
  /** Called when the link is opened in this tab. */
  onOpen?: () => void
  lead?: ReactNode
  /** An avatar before the title and the line below it. */
  face?: ReactNode
  title: ReactNode
  sub?: ReactNode
  tail?: ReactNode
  /** On a phone, shows the end of the row below its title. */
  wraps?: boolean
  /** The id by which `RowSwipe` finds the row, if a finger moves it. */
  swipe?: string
}) {
  const { to, onOpen, lead, face, title, sub, tail, wraps = false, swipe } = props
  return (
    <li className={classes.item} data-swipe={swipe}>
      <div
        className={classes.row}
        data-swipe-body
        data-link={to !== undefined}
        data-lead={lead !== undefined}
        data-face={face !== undefined}
        data-wraps={wraps}
      >
        {lead !== undefined && <div>{lead}</div>}
        {face}
        <div className={classes.main}>
          {to === undefined ? (
            <span className={classes.title}>{title}</span>
          ) : (
            <Link
              to={to}
              className={classes.title}
              onClick={({ ctrlKey, metaKey, shiftKey, altKey }) => {
                if (!ctrlKey && !metaKey && !shiftKey && !altKey) onOpen?.()
              }}
            >
              {title}
            </Link>
          )}
          {sub && <div className={classes.sub}>{sub}</div>}
        </div>
        {tail && <div className={classes.tail}>{tail}</div>}
      </div>
    </li>
  )
}
