import { Button, Center } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.tsx'
import { useList } from '../../lib/use-list.ts'
import type { ContactDetail, TimelineEntry } from '../../lib/contacts.ts'
import classes from './contacts.module.css'
import { TimelineRow } from './timeline-row.tsx'

/** Shows a contact's timeline, newest first. */
export function Timeline({ person }: { person: ContactDetail }) {
  const t = useTranslations('contacts.timeline')
  const tStates = useTranslations('states')
  const list = useList<TimelineEntry>(
    ['contacts', 'timeline', person.id],
    `/api/v1/contacts/${person.id}/timeline`,
    { staleMs: 30_000 },
  )
  if (list.isPending) return <LoadingRows />
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  if (list.rows.length === 0) return <EmptyState title={t('empty')} />
  return (
    <>
      <ol className={classes.plainList} style={{ gap: 0 }} aria-labelledby="timeline">
        {list.rows.map((entry) => (
          <TimelineRow key={entry.id} person={person} entry={entry} />
        ))}
      </ol>
      {list.hasMore && (
        <Center mt="md">
          <Button variant="default" onClick={list.readMore} loading={list.isReadingMore}>
            {tStates('more')}
          </Button>
        </Center>
      )}
    </>
  )
}
