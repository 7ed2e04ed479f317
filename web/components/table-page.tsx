import { useMediaQuery } from '@mantine/hooks'
import { Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useShortcuts } from '../lib/shortcuts.ts'
import type { List } from '../lib/use-list.ts'
import { DetailFrameContext } from './detail.tsx'
import { DimmedText } from './dimmed-text.tsx'
import { ListState } from './list-state.tsx'
import { Page } from './page.tsx'
import { RowTable } from './row-table.tsx'
import type { Column } from './row-table.tsx'
import { EmptyState, LoadingRows } from './states.tsx'
import { StickyFilters } from './sticky-filters.tsx'
import classes from './table-page.module.css'

/** The least width of a window that shows the details of a row beside the list. */
const PANE = '(min-width: 1200px)'

type TablePageProps<T> = {
  title: string
  intro: ReactNode
  actions?: ReactNode
  /** Shown above the rows, and comes with them. */
  notice?: ReactNode
  filters?: ReactNode
  list: List<T>
  columns: Column<T>[]
  /** Shown in place of the rows of an empty list. */
  empty: ComponentProps<typeof EmptyState>
  /** What follows the rows, and comes with them: nobody knows before how far down it is. */
  children?: ReactNode
}

/**
 * Shows a page with a list as a table. With `path`, each row has details at `path/id`: the route of the page has a child route for
 * them. They are in a pane beside the list, or in a narrow window in its place, and follow the keys of the list.
 */
export function TablePage<T extends { id: string }>(
  props: TablePageProps<T> & {
    path?: string
    /** The address of a row's page, for rows that have a page and no details. */
    to?: (row: T) => string
    /** Reads the details of a row ahead. */
    preload?: (id: string) => unknown
  },
) {
  const { title, list, path, to, preload, ...parts } = props
  const t = useTranslations('tables')
  const navigate = useNavigate()
  const { id: openId } = useParams({ strict: false }) as { id?: string }
  const isWide = useMediaQuery(PANE, undefined, { getInitialValueInEffect: false })
  const isPane = path !== undefined && isWide
  const table = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState<string>()
  const { rows } = list
  const at = rows.findIndex(({ id }) => id === (openId ?? cursor))
  const open = (id: string | undefined) =>
    void navigate({
      to: id === undefined ? path! : `${path}/${id}`,
      search: ((current: unknown) => current) as never,
      replace: openId !== undefined && id !== undefined,
    })
  const show = (index: number) => {
    const row = rows[index]
    if (!row) return
    if (index >= rows.length - 3 && list.hasMore) list.readMore()
    for (const next of [rows[index + 1], rows[index - 1]]) if (next) preload?.(next.id)
    setCursor(row.id)
    if (isPane || openId !== undefined) open(row.id)
    focusRow(table.current, row.id)
  }
  const close = () => {
    if (openId === undefined) return
    open(undefined)
    focusRow(table.current, openId)
  }
  useEffect(() => {
    if (openId !== undefined) setCursor(openId)
  }, [openId])
  useShortcuts(
    path === undefined
      ? []
      : [
          {
            id: 'inbox_next',
            label: t('next'),
            group: t('group'),
            repeats: true,
            run: () => show(at + 1),
          },
          {
            id: 'inbox_previous',
            label: t('previous'),
            group: t('group'),
            repeats: true,
            run: () => show(at - 1),
          },
          { keys: 'arrowdown', label: t('next'), group: t('group'), isListOnly: true },
          { keys: 'arrowup', label: t('previous'), group: t('group'), isListOnly: true },
          ...(openId === undefined
            ? []
            : [{ keys: 'escape', label: t('closePane'), group: t('group'), run: close }]),
        ],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const isRow = (event.target as Element).matches('[data-row-link]')
    if (by === undefined || !isRow || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const focused = (event.target as Element).closest<HTMLElement>('[data-row]')?.dataset['row']
    show(rows.findIndex(({ id }) => id === focused) + by)
  }
  // The list is not there while a narrow window shows the details of a row. It comes back where it was.
  const place = useRef(0)
  const frame = {
    isPane,
    previous: at > 0 ? () => show(at - 1) : undefined,
    next: at < rows.length - 1 ? () => show(at + 1) : undefined,
    close,
  }
  const details = openId !== undefined && (
    <DetailFrameContext value={frame}>
      <Suspense fallback={<LoadingRows />}>
        <Outlet />
      </Suspense>
    </DetailFrameContext>
  )
  if (details && !isPane) return details
  return (
    <Content
      {...parts}
      title={title}
      list={list}
      pane={details ? <div className={classes.pane}>{details}</div> : null}
      place={place}
      onKeyDown={onKeyDown}
      table={(columns) => (
        <RowTable
          label={title}
          columns={columns}
          rows={rows}
          isStale={list.isStale}
          tableRef={table}
          links={
            path === undefined
              ? to && { to }
              : {
                  to: ({ id }) => `${path}/${id}`,
                  openId: openId ?? cursor,
                  replaces: openId !== undefined,
                }
          }
        />
      )}
    />
  )
}

function Content<T extends { id: string }>(
  props: TablePageProps<T> & {
    pane: ReactNode
    place: { current: number }
    onKeyDown: (event: KeyboardEvent) => void
    table: (columns: Column<T>[]) => ReactNode
  },
) {
  const { title, intro, actions, notice, filters, list, columns, empty, children } = props
  const { pane, place, onKeyDown, table } = props
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = scroller.current!
    element.scrollTop = place.current
    return () => {
      place.current = element.scrollTop
    }
  }, [place])
  return (
    <Page title={title} actions={actions} width="full" pane={pane} scroller={scroller}>
      <DimmedText mb="sm" maw="44rem">
        {intro}
      </DimmedText>
      {filters && <StickyFilters>{filters}</StickyFilters>}
      <div onKeyDown={onKeyDown} role="presentation">
        {!list.isPending && notice}
        <ListState list={list} empty={<EmptyState {...empty} />}>
          {table(columns)}
        </ListState>
      </div>
      {!list.isPending && children}
    </Page>
  )
}

/** Focuses the link of a row, so that the keys of the browser go on from there. */
function focusRow(table: HTMLElement | null, id: string): void {
  const row = table?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
  row?.scrollIntoView({ block: 'nearest' })
  row?.querySelector<HTMLElement>('[data-row-link]')?.focus({ preventScroll: true })
}
