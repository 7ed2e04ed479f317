import { Button, Center, Title } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.tsx'
import { useDayName } from '../../components/use-day-name.ts'
import { dayOf, useToday } from '../../lib/day.ts'
import { useList } from '../../lib/use-list.ts'
import type { ContactDetail, TimelineEntry } from '../../lib/contacts.ts'
import classes from './contacts.module.css'
import { TimelineRow } from './timeline-row.tsx'

/** Shows a contact's timeline by day, newest first. */
export function Timeline({ person }: { person: ContactDetail }) {
  const t = useTranslations('contacts.timeline')
  const tStates = useTranslations('states')
  const toDayName = useDayName(useToday())
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
      {groupByDay(list.rows).map(({ day, entries }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <Title order={3} size="h5" id={`day-${day}`} className={classes.day!}>
            {toDayName(new Date(entries[0]!.occurred_at))}
          </Title>
          <ol
            className={classes.plainList}
            style={{ gap: 0 }}
            aria-labelledby={`timeline day-${day}`}
          >
            {entries.map((entry) => (
              <TimelineRow key={entry.id} person={person} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
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

/** Returns consecutive entries of the same local day together. */
function groupByDay(rows: readonly TimelineEntry[]): { day: number; entries: TimelineEntry[] }[] {
  const days: { day: number; entries: TimelineEntry[] }[] = []
  for (const entry of rows) {
    const day = dayOf(new Date(entry.occurred_at))
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}
