import { Button, Center, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Children } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from './dimmed-text.tsx'
import { ErrorState, LoadingRows } from './states.tsx'
import classes from './rows.module.css'
import type { List } from '../lib/use-list.ts'

/** Shows a list in its current state: loading, failed, empty, or its rows with a button that loads more. */
export function Rows<T extends { id: string }>(props: {
  label: string
  list: List<T>
  empty: ReactNode
  children: (row: T) => ReactNode
}) {
  const { label, list, empty, children } = props
  const t = useTranslations('developer')
  const tStates = useTranslations('states')
  if (list.isPending) return <LoadingRows />
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  const isEmpty = list.rows.length === 0
  return (
    <Stack gap="sm">
      {isEmpty && !list.hasMore && empty}
      {!isEmpty && (
        <ul className={classes.list} aria-label={label}>
          {list.rows.map((row) => children(row))}
        </ul>
      )}
      {isEmpty && list.isReadingMore && (
        <DimmedText ta="center" role="status">
          {t('looking')}
        </DimmedText>
      )}
      {list.hasMore && (
        <Center>
          <Button variant="default" onClick={list.readMore} loading={list.isReadingMore}>
            {isEmpty ? t('lookFurther') : tStates('more')}
          </Button>
        </Center>
      )}
    </Stack>
  )
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
}) {
  const { to, onOpen, lead, face, title, sub, tail, wraps = false } = props
  return (
    <li
      className={classes.row}
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
    </li>
  )
}
