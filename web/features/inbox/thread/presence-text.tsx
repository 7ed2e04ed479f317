import { useTranslations } from 'use-intl'
import type { Viewer } from '../data/viewers.ts'
import { MemberAvatar } from '../../../components/avatar.tsx'
import { useFindMember } from '../../../lib/members.ts'
import classes from './thread-header.module.css'

/** Shows that the customer is typing, by name; otherwise which other members view the conversation, and who is typing. */
export function PresenceText(props: { colleagues: Viewer[]; customer: string | undefined }) {
  const { colleagues, customer } = props
  const t = useTranslations('inboxHeader.presence')
  const tActions = useTranslations('inboxActions')
  const findMember = useFindMember()
  const typing = colleagues.filter(({ typingUntil }) => typingUntil > 0)
  const shown = typing.length > 0 ? typing : colleagues
  const isTyping = customer !== undefined || typing.length > 0
  const members = shown.map(
    ({ membershipId }) => findMember(membershipId)?.name ?? tActions('formerMember'),
  )
  const names = customer === undefined ? members : [customer]
  const values = { count: names.length, first: names[0]!, second: names[1] ?? '' }
  return (
    <span className={classes.presence} role="status" data-typing={isTyping}>
      {customer === undefined &&
        shown
          .slice(0, 3)
          .map(({ membershipId: id }, index) => (
            <MemberAvatar key={id} id={id} name={members[index] ?? null} size="sm" />
          ))}
      <span className={classes.presenceText}>{t(isTyping ? 'typing' : 'viewing', values)}</span>
    </span>
  )
}
