import { useLayoutEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { Link } from '@tanstack/react-router'
import { useIsPhone } from '../lib/use-width.ts'
import classes from './row-table.module.css'

/**
 * A column of a table of lines. Columns with a `width`, in rem, have it; the others share the rest. `from`: it is shown from this width
 * of the table on: `m` with the details of a row beside a list on a desktop, `l` alone on the page, `xl` on a wide one. `place` says
 * where a phone shows it: at the start or the end of the first line, as its title, among the `actions`, or, without it, on the
 * second line. `after` shows what follows the title on its line.
 */
export type Column<T> = {
  key: string
  label: string
  width?: number
  from?: 'm' | 'l' | 'xl'
  isFigure?: boolean
  place?: 'status' | 'face' | 'title' | 'time' | 'actions'
  cell: (row: T) => ReactNode
  after?: (row: T) => ReactNode
}

/**
 * Where the rows lead: the address of each, the open one, whether the next one replaces it in the browser's history, and whether
 * the address keeps the filters of the list.
 */
type RowLinks<T> = {
  to: (row: T) => string
  openId?: string | undefined
  replaces?: boolean
  keepsSearch?: boolean
}

/** Shows a list as a table with one line of 40 pixels for each row; on a phone, as rows of two lines. */
export function RowTable<T extends { id: string }>(props: {
  label: string
  columns: Column<T>[]
  rows: readonly T[]
  links?: RowLinks<T> | undefined
  isStale?: boolean
  tableRef?: RefObject<HTMLDivElement | null>
}) {
  const { label, columns, rows, links, isStale = false, tableRef } = props
  const isPhone = useIsPhone()
  const own = useRef<HTMLDivElement>(null)
  const root = tableRef ?? own
  const openId = links?.openId
  const isThere = rows.some(({ id }) => id === openId)
  useLayoutEffect(() => {
    if (isThere && openId) scrollToRow(root.current, openId)
  }, [root, openId, isThere])
  const shown = { label, columns, rows, links }
  return (
    <div className={classes.root} ref={root} data-stale={isStale}>
      {isPhone ? <Cards {...shown} /> : <Lines {...shown} />}
    </div>
  )
}

type Shown<T> = {
  label: string
  columns: Column<T>[]
  rows: readonly T[]
  links: RowLinks<T> | undefined
}

function Lines<T extends { id: string }>({ label, columns, rows, links }: Shown<T>) {
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          <HeadCells columns={columns} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-row={row.id} data-open={row.id === links?.openId}>
            <LineCells row={row} columns={columns} links={links} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Shows the headings of a table of lines. */
export function HeadCells<T>({ columns }: { columns: Column<T>[] }) {
  return columns.map(({ key, label, width, from, isFigure, place }) => (
    <th
      key={key}
      scope="col"
      data-from={from}
      data-figure={isFigure}
      data-place={place}
      style={{ width: width === undefined ? undefined : `${width}rem` }}
    >
      {label}
    </th>
  ))
}

/** Shows the cells of a line. */
export function LineCells<T>(props: {
  row: T
  columns: Column<T>[]
  links: RowLinks<T> | undefined
}) {
  const { row, columns, links } = props
  return columns.map((column) => (
    <td
      key={column.key}
      data-from={column.from}
      data-figure={column.isFigure}
      data-place={column.place}
    >
      {column.place !== 'title' ? (
        column.cell(row)
      ) : column.after ? (
        <span className={classes.titled}>
          <Title row={row} links={links} cell={column.cell} />
          <span className={classes.after}>{column.after(row)}</span>
        </span>
      ) : (
        <Title row={row} links={links} cell={column.cell} />
      )}
    </td>
  ))
}

function Cards<T extends { id: string }>({ label, columns, rows, links }: Shown<T>) {
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map((row) => (
        <li
          key={row.id}
          className={classes.card}
          data-row={row.id}
          data-open={row.id === links?.openId}
        >
          <CardLines row={row} columns={columns} links={links} />
        </li>
      ))}
    </ul>
  )
}

/** Shows a row as the two lines that it has on a phone. */
export function CardLines<T>(props: {
  row: T
  columns: Column<T>[]
  links: RowLinks<T> | undefined
}) {
  const { row, columns, links } = props
  const at = (place: Column<T>['place']) => columns.filter((column) => column.place === place)
  const cellsAt = (place: Column<T>['place']) =>
    at(place).map(({ key, cell }) => <span key={key}>{cell(row)}</span>)
  const title = at('title')[0]
  return (
    <>
      <div className={classes.first}>
        {cellsAt('status')}
        {cellsAt('face')}
        {title && <Title row={row} links={links} cell={title.cell} />}
        <span className={classes.time}>{cellsAt('time')}</span>
      </div>
      <div className={classes.second}>
        <div className={classes.more}>
          {cellsAt(undefined)}
          {title?.after && <span className={classes.after}>{title.after(row)}</span>}
        </div>
        {at('actions').length > 0 && <div className={classes.actions}>{cellsAt('actions')}</div>}
      </div>
    </>
  )
}

function Title<T>(props: { row: T; links: RowLinks<T> | undefined; cell: (row: T) => ReactNode }) {
  const { row, links, cell } = props
  if (!links) return <span className={classes.title}>{cell(row)}</span>
  return (
    <Link
      to={links.to(row)}
      {...(links.keepsSearch !== false && { search: true as never })}
      replace={links.replaces ?? false}
      className={classes.title}
      data-row-link
    >
      {cell(row)}
    </Link>
  )
}

/** Scrolls to a row if it is not in view. */
function scrollToRow(root: HTMLElement | null, id: string): void {
  const row = root?.querySelector(`[data-row="${CSS.escape(id)}"]`)
  row?.scrollIntoView({ block: 'nearest' })
}
