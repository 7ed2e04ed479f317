import { useTranslations } from 'use-intl'
import type { Ticket } from '../../lib/tickets.ts'
import { TagPill } from '../tag-pill.tsx'
import classes from './ticket-tags.module.css'

/** Tags that fit beside each other in a row or on a card; a ticket's page shows all. */
const SHOWN_MAX = 2

/** Shows the first tags of a ticket, and how many more it has; nothing if it has none. */
export function TicketTags({ tags }: { tags: Ticket['tags'] }) {
  const t = useTranslations('tickets.tags')
  if (tags.length === 0) return null
  const rest = tags.slice(SHOWN_MAX)
  return (
    <span className={classes.tags}>
      {tags.slice(0, SHOWN_MAX).map((tag) => (
        <TagPill key={tag.id} tag={tag} />
      ))}
      {rest.length > 0 && (
        <span className={classes.more} title={rest.map(({ name }) => name).join(', ')}>
          <span aria-hidden>+{rest.length}</span>
          <span className="visually-hidden">{t('more', { count: rest.length })}</span>
        </span>
      )}
    </span>
  )
}
