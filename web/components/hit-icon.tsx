import { IconNote, IconTicket } from '@tabler/icons-react'
import type { Hit } from '../lib/search.ts'
import { useVisitorName } from '../lib/use-visitor-name.ts'
import { Avatar } from './avatar.tsx'
import classes from './hit-icon.module.css'

/** Shows the sign of a search result: the contact's avatar, or the icon of a note or ticket. */
export function HitIcon({ hit, size = 'md' }: { hit: Hit; size?: 'sm' | 'md' }) {
  const visitorName = useVisitorName()
  if (hit.kind !== 'notes' && hit.kind !== 'tickets')
    return <Avatar name={hit.name ?? visitorName(hit.personId)} id={hit.personId} size={size} />
  const Icon = hit.kind === 'notes' ? IconNote : IconTicket
  return (
    <span className={classes.icon} data-size={size}>
      <Icon size={18} aria-hidden />
    </span>
  )
}
