import { IconChevronDown, IconChevronsUp, IconChevronUp, IconMinus } from '@tabler/icons-react'
import { useTicketLabels } from '../../components/tickets/use-ticket-labels.ts'
import type { Ticket } from '../../lib/tickets.ts'
import classes from './tickets.module.css'

const ICONS = {
  low: IconChevronDown,
  medium: IconMinus,
  high: IconChevronUp,
  urgent: IconChevronsUp,
}

/** Shows a priority as a word with an icon. */
export function PriorityText({ priority }: { priority: Ticket['priority'] }) {
  const labels = useTicketLabels()
  const Icon = ICONS[priority]
  return (
    <span className={classes.priority} data-priority={priority}>
      <Icon size={14} aria-hidden />
      {labels.priority(priority)}
    </span>
  )
}
