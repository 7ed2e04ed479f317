import { PriorityIcon } from '../../components/priority-icon.tsx'
import { useTicketLabels } from '../../components/tickets/use-ticket-labels.ts'
import type { Ticket } from '../../lib/tickets.ts'
import classes from './tickets.module.css'

/** Shows a priority as a word with an icon. */
export function PriorityText({ priority }: { priority: Ticket['priority'] }) {
  const labels = useTicketLabels()
  return (
    <span className={classes.priority} data-priority={priority}>
      <PriorityIcon priority={priority} size={14} />
      {labels.priority(priority)}
    </span>
  )
}

/** Shows a priority as an icon, with its name as a hint. */
export function PriorityMark({ priority }: { priority: Ticket['priority'] }) {
  const name = useTicketLabels().priority(priority)
  return (
    <span
      className={classes.priority}
      data-priority={priority}
      data-alone
      role="img"
      aria-label={name}
      title={name}
    >
      <PriorityIcon priority={priority} size={16} />
    </span>
  )
}
