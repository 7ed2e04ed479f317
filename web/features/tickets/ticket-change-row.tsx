import { useTranslations } from 'use-intl'
import type { TicketPriority, TicketStatus } from '#shared/tickets.ts'
import { useTicketLabels } from '../../components/tickets/use-ticket-labels.ts'
import { TimeText } from '../../components/time-text.tsx'
import { useSession } from '../../lib/session.ts'
import { useTypeName } from '../../lib/ticket-types.ts'
import type { Activity } from './ticket-data.ts'
import classes from './ticket-activity.module.css'
import { useActorName } from './use-actor-name.ts'
import { useTimes } from '../../lib/use-times.ts'

type Change = Extract<Activity, { kind: 'change' }>

/** Shows an entry of a ticket's history as one line; the earlier text of an edited comment can be opened. */
export function TicketChangeRow({ change }: { change: Change }) {
  const t = useTranslations('tickets.activity')
  const earlier = change.type === 'comment_edited' ? textOf(change, 'text') : null
  const line = (
    <>
      <bdi dir="auto">{useSentence(change)}</bdi> · <TimeText value={change.created_at} />
    </>
  )
  if (earlier === null) return <div className={classes.change}>{line}</div>
  return (
    <details className={classes.change}>
      <summary>
        {line} · {t('earlier')}
      </summary>
      <bdi dir="auto" className={classes.text}>
        {earlier}
      </bdi>
    </details>
  )
}

function useSentence(change: Change): string {
  const t = useTranslations('tickets.activity.changes')
  const tActivity = useTranslations('tickets.activity')
  const labels = useTicketLabels()
  const typeOf = useTypeName()
  const { toMinute } = useTimes()
  const { membership } = useSession()
  const actor = useActorName()(change.actor)
  const { type } = change
  switch (type) {
    case 'created':
    case 'description':
    case 'comment_edited':
    case 'comment_deleted':
    case 'contact':
      return t(type, { actor })
    case 'title':
      return t('title', { actor, title: textOf(change, 'to') ?? '' })
    case 'status':
      return t('status', { actor, status: labels.status(textOf(change, 'to') as TicketStatus) })
    case 'priority':
      return t('priority', {
        actor,
        priority: labels.priority(textOf(change, 'to') as TicketPriority),
      })
    case 'assigned': {
      const id = textOf(change, 'assignee_id')
      if (id === null) return t('unassigned', { actor })
      if (id === membership.id) return t('assignedToYou', { actor })
      return t('assigned', { actor, member: labels.assignee(id) })
    }
    case 'team':
      return t(textOf(change, 'team_id') === null ? 'teamRemoved' : 'team', { actor })
    case 'type': {
      const typeId = textOf(change, 'to')
      if (typeId === null) return t('typeRemoved', { actor })
      return t('typeSet', { actor, type: typeOf(typeId) ?? '…' })
    }
    case 'field': {
      const field = textOf(change, 'key') ?? ''
      const value = textOf(change, 'to')
      if (value === null) return t('fieldRemoved', { actor, field })
      return t('field', { actor, field, value })
    }
    case 'due': {
      const due = textOf(change, 'to')
      if (due === null) return t('dueRemoved', { actor })
      return t('due', { actor, time: toMinute(due) })
    }
    case 'linked':
    case 'unlinked':
      return t(type, { actor, number: String(change.data['number']) })
    case 'customer_notified':
      return t(type, { actor })
    case 'tagged':
    case 'untagged':
      return t(type, { actor, tag: textOf(change, 'name') ?? '' })
    case 'attached':
    case 'detached':
      return t(type, { actor, file: textOf(change, 'filename') ?? tActivity('file') })
  }
}

function textOf(change: Change, name: string): string | null {
  const value = change.data[name]
  return typeof value === 'string' ? value : null
}
