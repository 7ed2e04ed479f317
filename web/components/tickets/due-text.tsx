import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { useFormatter, useNow, useTranslations } from 'use-intl'
import type { Ticket } from '../../lib/tickets.ts'
import classes from './due-text.module.css'

/** Shows when a ticket is due, and says in words when it is overdue. */
export function DueText({ ticket }: { ticket: Pick<Ticket, 'due_at' | 'status'> }) {
  const t = useTranslations('tickets')
  const format = useFormatter()
  const now = useNow({ updateInterval: 30_000 })
  if (ticket.due_at === null) return <span className={classes.quiet}>{t('noDue')}</span>
  const due = new Date(ticket.due_at)
  const isNear = Math.abs(due.getTime() - now.getTime()) < 14 * 86_400_000
  const when = isNear
    ? format.relativeTime(due, now)
    : format.dateTime(due, { dateStyle: 'medium' })
  const isOpen = ticket.status === 'open' || ticket.status === 'pending'
  const isOverdue = isOpen && due < now
  const Icon = isOverdue ? IconAlertTriangle : IconClock
  return (
    <time
      dateTime={ticket.due_at}
      title={format.dateTime(due, { dateStyle: 'full', timeStyle: 'short' })}
      className={classes.due}
      data-overdue={isOverdue}
    >
      <Icon size={14} aria-hidden />
      {isOverdue ? t('overdue', { when }) : t(due < now ? 'wasDue' : 'due', { when })}
    </time>
  )
}
