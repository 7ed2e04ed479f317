import type { Availability } from '#shared/availability.ts'
import { MemberAvatar } from '../avatar.tsx'
import classes from './availability.module.css'

/**
 * Shows whether a member is online (full), away (half) or offline (empty). It is hidden from screen readers, because the same is said in
 * words beside it.
 */
export function AvailabilityDot({ state }: { state: Availability }) {
  return <span className={classes.dot} data-state={state} aria-hidden />
}

/** Shows the avatar of a current member with their availability. */
export function MemberFace(props: {
  member: { id: string; name: string; availability: Availability }
  size?: 'sm' | 'row' | 'md'
}) {
  const { member, size = 'md' } = props
  return (
    <span className={classes.face} data-size={size}>
      <MemberAvatar id={member.id} name={member.name} size={size} />
      <AvailabilityDot state={member.availability} />
    </span>
  )
}
