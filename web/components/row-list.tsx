import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { ComponentPropsWithRef, CSSProperties, ReactNode } from 'react'
import { TableVirtuoso, Virtuoso } from 'react-virtuoso'
import type { List } from '../lib/use-list.ts'
import { useScrollParent } from '../lib/use-scroll-parent.ts'
import classes from './row-list.module.css'
import { LoadingRows } from './states.tsx'

/** A column of a list: its heading and its cell for a row. `key` is rendered as `data-column`. */
type RowColumn<T> = { key: string; label: string; cell: (row: T) => ReactNode }

type TableContext = { label: string; className: string }

/** Created once, because a new component type would remount the whole table. */
const COMPONENTS = {
  Table: (props: { style?: CSSProperties; context?: TableContext; children?: ReactNode }) => (
    <table
      className={`${classes.table} ${props.context?.className ?? ''}`}
      style={props.style}
      aria-label={props.context?.label}
    >
      {props.children}
    </table>
  ),
}

/**
 * Shows a list as a virtual table, or as cards when the page is at most `cardsUpTo` wide. It loads more rows as the
 * user scrolls.
 */
export function RowList<T extends { id: string }>(props: {
  list: List<T>
  label: string
  columns: RowColumn<T>[]
  card: (row: T) => ReactNode
  cardsUpTo: '48em' | '62em'
  className?: string | undefined
}) {
  const { list, label, columns, card, cardsUpTo, className = '' } = props
  const parent = useScrollParent()
  const isNarrow = useMediaQuery(`(max-width: ${cardsUpTo})`, undefined, {
    getInitialValueInEffect: false,
  })
  if (!parent) return <LoadingRows count={10} />
  const common = {
    data: list.rows,
    customScrollParent: parent,
    endReached: list.readMore,
    increaseViewportBy: 400,
    className: list.isStale ? classes.stale : '',
    computeItemKey: (_index: number, row: T) => row.id,
  }
  if (isNarrow)
    return (
      <Virtuoso
        {...common}
        role="list"
        aria-label={label}
        itemContent={(_index, row) => (
          <div className={classes.card} role="listitem">
            {card(row)}
          </div>
        )}
      />
    )
  return (
    <TableVirtuoso
      {...common}
      context={{ label, className }}
      components={COMPONENTS}
      fixedHeaderContent={() => (
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" data-column={column.key}>
              {column.label}
            </th>
          ))}
        </tr>
      )}
      itemContent={(_index, row) => columns.map(({ key, cell }) => <td key={key}>{cell(row)}</td>)}
    />
  )
}

/** Shows the row's name as a link to its page; the whole row or card is clickable. */
export function RowLink(
  props: ComponentPropsWithRef<'a'> & { to: string; 'data-card-link'?: boolean },
) {
  return <Link {...props} className={classes.link} />
}
