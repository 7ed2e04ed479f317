import { Button, Center, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { List } from '../lib/use-list.ts'
import { DimmedText } from './dimmed-text.tsx'
import { ErrorState, LoadingRows } from './states.tsx'

/** Shows a list in its current state: loading, failed, empty, or its rows (`children`) with a button that loads more. */
export function ListState<T>(props: { list: List<T>; empty: ReactNode; children: ReactNode }) {
  const { list, empty, children } = props
  const t = useTranslations('developer')
  const tStates = useTranslations('states')
  // With a key, because the rows would else have their element, and move it below a notice that comes with them.
  if (list.isPending) return <LoadingRows key="loading" />
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  const isEmpty = list.rows.length === 0
  return (
    <Stack gap="sm">
      {isEmpty && !list.hasMore && empty}
      {!isEmpty && children}
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
