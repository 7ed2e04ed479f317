import { useTranslations } from 'use-intl'
import type { Viewer } from '../data/viewers.ts'
import { useFindMember } from '../../../lib/members.ts'
import classes from './thread-header.module.css'

/** Shows which other members view the conversation, and who is typing. */
export function PresenceText({ colleagues }: { colleagues: Viewer[] }) {
  const t = useTranslations('inboxActions.presence')
  const tActions = useTranslations('inboxActions')
  const findMember = useFindMember()
  const typing = colleagues.filter(({ typingUntil }) => typingUntil > 0)
  const shown = typing.length > 0 ? typing : colleagues
  const names = shown.map(
    ({ membershipId }) => findMember(membershipId)?.name ?? tActions('formerMember'),
  )
  const values = { count: names.length, first: names[0]!, second: names[1] ?? '' }
  return (
    <span className={classes.presence} role="status" data-typing={typing.length > 0}>
      {t(typing.length > 0 ? 'typing' : 'viewing', values)}
    </span>
  )
}
