import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { ComponentPropsWithRef, CSSProperties, ReactNode } from 'react'
import { TableVirtuoso, Virtuoso } from 'react-virtuoso'
import type { List } from '../lib/use-list.ts'
import { useScrollParent } from '../lib/use-scroll-parent.ts'
import classes from './row-list.module.css'
import { LoadingRows } from './states.tsx'
import { RowCheck } from './selection/row-check.tsx'
import type { Selection } from '../lib/selection.ts'

/**
 * A column of a list: its heading and its cell for a row. `key` is rendered as `data-column`. Columns with a `width`, in rem,
 * have it at every width of the page, ones with a `share`, in per cent, have that of the table; the others share the rest.
 */
type RowColumn<T> = {
  key: string
  label: string
  width?: number | undefined
  share?: number
  cell: (row: T) => ReactNode
}

type TableContext = { label: string; className: string; minWidth: string | undefined }

/** The least width, in rem, of a column with a `share`, and of one with neither it nor a `width`. */
const SHARE_MIN = 11
const SHARING_MIN = 6
/** The width of the column of checkboxes, in rem. */
const CHECKS_WIDTH = 2.75

/** Created once, because a new component type would remount the whole table. */
const COMPONENTS = {
  Table: (props: { style?: CSSProperties; context?: TableContext; children?: ReactNode }) => (
    <table
      className={`${classes.table} ${props.context?.className ?? ''}`}
      style={{ ...props.style, minWidth: props.context?.minWidth }}
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
  cardsUpTo: '54em' | '72em'
  className?: string | undefined
  /** The selected rows, if rows can be selected, and the labels of the checkboxes. */
  select?: Select<T> | undefined
  /** Whether a finger moves the cards, for `RowSwipe`. */
  swipes?: boolean
}) {
  const { list, label, columns, card, cardsUpTo, className = '', select, swipes = false } = props
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
          <div className={classes.holder} role="listitem" data-swipe={swipes ? row.id : undefined}>
            <div className={classes.card} data-swipe-body data-selectable={select !== undefined}>
              {select && (
                <div className={classes.cardCheck}>
                  <SelectRow row={row} select={select} rows={list.rows} />
                </div>
              )}
              {card(row)}
            </div>
          </div>
        )}
      />
    )
  return (
    <TableVirtuoso
      {...common}
      context={{ label, className, minWidth: minWidthOf(columns) }}
      components={COMPONENTS}
      fixedHeaderContent={() => (
        <tr>
          {select && (
            <th data-column="select">
              <SelectLoaded select={select} rows={list.rows} />
            </th>
          )}
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              data-column={column.key}
              style={{ width: cssWidthOf(column) }}
            >
              {column.label}
            </th>
          ))}
        </tr>
      )}
      itemContent={(_index, row) => (
        <>
          {select && (
            <td data-column="select" data-selected={select.selection.has(row.id)}>
              <SelectRow row={row} select={select} rows={list.rows} />
            </td>
          )}
          {columns.map(({ key, cell }) => (
            <td key={key} data-column={key}>
              {cell(row)}
            </td>
          ))}
        </>
      )}
    />
  )
}

function cssWidthOf({ width, share }: Pick<RowColumn<unknown>, 'width' | 'share'>) {
  if (width !== undefined) return `${width}rem`
  return share === undefined ? undefined : `${share}%`
}

/** Returns the width below which a table scrolls sideways, so that columns with a width leave room for the others. */
function minWidthOf(columns: readonly Pick<RowColumn<unknown>, 'width' | 'share'>[]) {
  if (columns.every(({ width }) => width === undefined)) return undefined
  const least = ({ width, share }: Pick<RowColumn<unknown>, 'width' | 'share'>) =>
    width ?? (share === undefined ? SHARING_MIN : SHARE_MIN)
  return `${columns.reduce((sum, column) => sum + least(column), CHECKS_WIDTH)}rem`
}

type Select<T> = {
  selection: Selection
  labelOf: (row: T) => string
  labelOfAll: string
}

function SelectRow<T extends { id: string }>(props: { row: T; rows: T[]; select: Select<T> }) {
  const { row, rows, select } = props
  const { selection, labelOf } = select
  return (
    <RowCheck
      label={labelOf(row)}
      isChecked={selection.has(row.id)}
      onToggle={(isShift) =>
        isShift
          ? selection.extendTo(
              row.id,
              rows.map(({ id }) => id),
            )
          : selection.toggle(row.id)
      }
    />
  )
}

/** Selects or deselects the loaded rows. */
function SelectLoaded<T extends { id: string }>(props: { rows: T[]; select: Select<T> }) {
  const { rows, select } = props
  const { selection, labelOfAll } = select
  const ids = rows.map(({ id }) => id)
  const count = ids.filter((id) => selection.has(id)).length
  const isFull = count === ids.length && count > 0
  return (
    <RowCheck
      label={labelOfAll}
      isChecked={isFull}
      isPartly={count > 0 && !isFull}
      onToggle={() => (isFull ? selection.clear() : selection.add(ids))}
    />
  )
}

/** Shows the row's name as a link to its page; the whole row or card is clickable. */
export function RowLink(
  props: ComponentPropsWithRef<'a'> & { to: string; 'data-card-link'?: boolean },
) {
  return <Link {...props} className={classes.link} />
}
