import { IconChevronDown, IconChevronsUp, IconChevronUp, IconMinus } from '@tabler/icons-react'
import type { TicketPriority } from '#shared/tickets.ts'

const ICONS = {
  low: IconChevronDown,
  medium: IconMinus,
  high: IconChevronUp,
  urgent: IconChevronsUp,
}

/** Shows the icon of a priority, without its name. */
export function PriorityIcon({ priority, size }: { priority: TicketPriority; size: number }) {
  const Icon = ICONS[priority]
  return <Icon size={size} aria-hidden />
}
