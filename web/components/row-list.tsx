import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { TableVirtuoso, Virtuoso } from 'react-virtuoso'
import type { Selection } from '../lib/selection.ts'
import type { List } from '../lib/use-list.ts'
import { useScrollParent } from '../lib/use-scroll-parent.ts'
import { useIsPhone } from '../lib/use-width.ts'
import { CardLines, HeadCells, LineCells } from './row-table.tsx'
import type { Column } from './row-table.tsx'
import classes from './row-table.module.css'
import { RowCheck } from './selection/row-check.tsx'
import { LoadingRows } from './states.tsx'

type TableContext = { label: string; minWidth: string | undefined }

/** The least width, in rem, of the title and of another column without a `width`. */
const TITLE_MIN = 9
const SHARING_MIN = 6
/** The width of the column of checkboxes, in rem. */
const CHECKS_WIDTH = 2.25

/** Created once, because a new component type would remount the whole table. */
const COMPONENTS = {
  Table: (props: { style?: CSSProperties; context?: TableContext; children?: ReactNode }) => (
    <table
      className={classes.table}
      style={{ ...props.style, minWidth: props.context?.minWidth }}
      aria-label={props.context?.label}
    >
      {props.children}
    </table>
  ),
  // Its cells stay below the filters by themselves.
  TableHead: ({ style: _style, context: _context, ...props }: TableHeadProps) => (
    <thead {...props} />
  ),
}

type TableHeadProps = ComponentProps<'thead'> & { context?: TableContext }

/**
 * Shows a list of any length as a table with one line of 40 pixels for each row, or on a phone, as rows of two lines. Only the rows
 * in view are there, and more are loaded as the user scrolls. With `scrolls`, a table too narrow for its columns scrolls sideways.
 */
export function RowList<T extends { id: string }>(props: {
  list: List<T>
  label: string
  columns: Column<T>[]
  to: (row: T) => string
  scrolls?: boolean
  /** The selected rows, if rows can be selected, and the labels of the checkboxes. */
  select?: Select<T> | undefined
  /** Whether a finger moves the rows of a phone, for `RowSwipe`. */
  swipes?: boolean
}) {
  const { list, label, columns, to, scrolls = false, select, swipes = false } = props
  const parent = useScrollParent()
  const isPhone = useIsPhone()
  if (!parent) return <LoadingRows count={10} />
  const links = { to, keepsSearch: false }
  const common = {
    data: list.rows,
    customScrollParent: parent,
    endReached: list.readMore,
    increaseViewportBy: 400,
    computeItemKey: (_index: number, row: T) => row.id,
  }
  return (
    <div className={classes.root} data-stale={list.isStale}>
      {isPhone ? (
        <Virtuoso
          {...common}
          role="list"
          aria-label={label}
          itemContent={(_index, row) => (
            <div
              className={classes.holder}
              role="listitem"
              data-swipe={swipes ? row.id : undefined}
            >
              <div
                className={classes.card}
                data-swipe-body
                data-selectable={select !== undefined}
                data-selected={select?.selection.has(row.id)}
              >
                {select && (
                  <div className={classes.cardCheck}>
                    <SelectRow row={row} select={select} rows={list.rows} />
                  </div>
                )}
                <CardLines row={row} columns={columns} links={links} />
              </div>
            </div>
          )}
        />
      ) : (
        <TableVirtuoso
          {...common}
          context={{ label, minWidth: scrolls ? minWidthOf(columns) : undefined }}
          components={COMPONENTS}
          fixedHeaderContent={() => (
            <tr>
              {select && (
                <th data-place="select">
                  <SelectLoaded select={select} rows={list.rows} />
                </th>
              )}
              <HeadCells columns={columns} />
            </tr>
          )}
          itemContent={(_index, row) => (
            <>
              {select && (
                <td data-place="select" data-selected={select.selection.has(row.id)}>
                  <SelectRow row={row} select={select} rows={list.rows} />
                </td>
              )}
              <LineCells row={row} columns={columns} links={links} />
            </>
          )}
        />
      )}
    </div>
  )
}

/** Returns the width below which a table scrolls sideways, so that columns with a width leave room for the others. */
function minWidthOf(columns: readonly Pick<Column<never>, 'width' | 'place'>[]): string {
  const least = ({ width, place }: Pick<Column<never>, 'width' | 'place'>) =>
    width ?? (place === 'title' ? TITLE_MIN : SHARING_MIN)
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
