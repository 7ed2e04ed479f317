import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { isDoneStatus } from '#shared/tickets.ts'
import { useTimes } from '../../lib/use-times.ts'
import type { Ticket } from '../../lib/tickets.ts'
import classes from './due-text.module.css'

const DAY_MS = 86_400_000

/**
 * Shows when a ticket is due, in amber during the day before, and says in words when it is overdue. `isShort`: as an icon alone, with the
 * words on hover.
 */
export function DueText(props: { ticket: Pick<Ticket, 'due_at' | 'status'>; isShort?: boolean }) {
  const { ticket, isShort = false } = props
  const t = useTranslations('tickets')
  const { now, ahead, toDay, toMinute } = useTimes()
  if (ticket.due_at === null) return <span className={classes.quiet}>{t('noDue')}</span>
  const due = new Date(ticket.due_at)
  const isNear = Math.abs(due.getTime() - now.getTime()) < 14 * DAY_MS
  const when = isNear ? ahead(ticket.due_at) : toDay(ticket.due_at)
  const isOpen = !isDoneStatus(ticket.status)
  const isOverdue = isOpen && due < now
  const Icon = isOverdue ? IconAlertTriangle : IconClock
  const text = isOverdue ? t('overdue', { when }) : t(due < now ? 'wasDue' : 'due', { when })
  return (
    <time
      dateTime={ticket.due_at}
      title={isShort ? `${text} · ${toMinute(ticket.due_at)}` : toMinute(ticket.due_at)}
      className={classes.due}
      data-overdue={isOverdue}
      data-soon={isOpen && !isOverdue && due.getTime() - now.getTime() < DAY_MS}
    >
      <Icon size={14} aria-hidden />
      {isShort ? <span className="visually-hidden">{text}</span> : text}
    </time>
  )
}
