import { useFindMember } from '../../lib/members.ts'
import { MemberAvatar } from '../avatar.tsx'
import classes from './assignee-text.module.css'
import { useTicketLabels } from './use-ticket-labels.ts'

/** Shows the name of an assignee with their avatar, or that there is none. */
export function AssigneeText({ id }: { id: string | null }) {
  const labels = useTicketLabels()
  const findMember = useFindMember()
  return (
    <span className={classes.assignee} data-none={id === null}>
      {id !== null && <MemberAvatar id={id} name={findMember(id)?.name ?? null} size="sm" />}
      <bdi dir="auto">{labels.assignee(id)}</bdi>
    </span>
  )
}
