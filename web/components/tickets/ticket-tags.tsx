import type { Ticket } from '../../lib/tickets.ts'
import { TagPill } from '../tag-pill.tsx'
import classes from './ticket-tags.module.css'

/** Shows the tags of a ticket; nothing if it has none. */
export function TicketTags({ tags }: { tags: Ticket['tags'] }) {
  if (tags.length === 0) return null
  return (
    <span className={classes.tags}>
      {tags.map((tag) => (
        <TagPill key={tag.id} tag={tag} />
      ))}
    </span>
  )
}
