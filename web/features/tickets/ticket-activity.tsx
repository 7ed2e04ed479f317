import { Button, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { ErrorState, LoadingRows } from '../../components/states.tsx'
import type { Ticket } from '../../lib/tickets.ts'
import { useList } from '../../lib/use-list.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentRow } from './comment-row.tsx'
import classes from './ticket-activity.module.css'
import { TicketChangeRow } from './ticket-change-row.tsx'
import { ACTIVITY } from './ticket-data.ts'
import type { Activity } from './ticket-data.ts'

/** Shows the comments on a ticket and its history, newest first, with a field to write a comment. */
export function TicketActivity({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('tickets.activity')
  const [kind, setKind] = useState<'all' | Activity['kind']>('all')
  const list = useList<Activity>(
    [...ACTIVITY, ticket.id],
    `/api/v1/tickets/${ticket.id}/activity`,
    {
      query: { kind: kind === 'all' ? undefined : kind },
    },
  )
  return (
    <Stack gap="sm">
      <CommentForm ticketId={ticket.id} />
      <SegmentedControl
        size="xs"
        aria-label={t('show')}
        className={classes.kinds!}
        value={kind}
        onChange={(value) => setKind(value as typeof kind)}
        data={(['all', 'comment', 'change'] as const).map((value) => ({
          value,
          label: t(`kinds.${value}`),
        }))}
      />
      {list.isPending ? (
        <LoadingRows count={3} />
      ) : list.error ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : list.rows.length === 0 ? (
        <DimmedText>{t(kind === 'comment' ? 'noComments' : 'none')}</DimmedText>
      ) : (
        <ul className={classes.items} aria-label={t('title')}>
          {list.rows.map((item) => (
            <li key={item.id}>
              {item.kind === 'comment' ? (
                <CommentRow comment={item} />
              ) : (
                <TicketChangeRow change={item} />
              )}
            </li>
          ))}
        </ul>
      )}
      {list.hasMore && (
        <Button variant="subtle" loading={list.isReadingMore} onClick={list.readMore}>
          {t('more')}
        </Button>
      )}
    </Stack>
  )
}
