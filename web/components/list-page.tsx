import type { ComponentProps, ReactNode } from 'react'
import { DimmedText } from './dimmed-text.tsx'
import type { List } from '../lib/use-list.ts'
import { EmptySample } from './empty-sample.tsx'
import { Page } from './page.tsx'
import { Rows } from './rows.tsx'
import { EmptyState } from './states.tsx'

/**
 * Shows a page with a list: an introduction, filters, the rows or the state of the list, and what follows them. That comes with the
 * rows: nobody knows before how far down it is.
 */
export function ListPage<T extends { id: string }>(props: {
  title: string
  intro: ReactNode
  back?: { to: string; label: string }
  width?: 'text'
  actions?: ReactNode
  filters?: ReactNode
  list: List<T>
  /** Shown in place of the rows of an empty list. */
  empty: ComponentProps<typeof EmptyState>
  row: (row: T) => ReactNode
  children?: ReactNode
}) {
  const { title, intro, filters, list, empty, row, children, ...page } = props
  return (
    <Page title={title} {...page}>
      <DimmedText mb="md" maw={page.width ? undefined : '44rem'}>
        {intro}
      </DimmedText>
      {filters}
      <Rows
        label={title}
        list={list}
        empty={
          <>
            <EmptyState {...empty} />
            {!filters && <EmptySample />}
          </>
        }
      >
        {row}
      </Rows>
      {!list.isPending && children}
    </Page>
  )
}
