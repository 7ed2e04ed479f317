import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Member } from '../../../lib/members.ts'
import { useFindTeam } from '../../../lib/teams.ts'
import type { ChangeItem } from '../data/types.ts'
import { shorten } from '../../../lib/display-name.ts'
import { clockTime, dayOf, fullTime, untilTime } from '../../../lib/day.ts'
import classes from './message.module.css'

/** Shows a change of the conversation, such as an assignment, or of a ticket of it, as one line. */
export function ChangeRow(props: {
  change: ChangeItem
  me: string
  findMember: (id: string | null) => Member | undefined
}) {
  const { change, me, findMember } = props
  const locale = useLocale()
  return (
    <p className={classes.line} data-change={change.type}>
      <bdi dir="auto">{useSentence(change, me, findMember)}</bdi>
      {' · '}
      <time dateTime={change.created_at} title={fullTime(change.created_at, locale)}>
        {clockTime(change.created_at, locale)}
      </time>
      <HandoverWords change={change} />
    </p>
  )
}

function useSentence(
  { type, actor: by, data, created_at: changedAt }: ChangeItem,
  me: string,
  findMember: (id: string | null) => Member | undefined,
): ReactNode {
  const t = useTranslations('inboxThread.change')
  const tActor = useTranslations('inboxThread.actor')
  const locale = useLocale()
  const findTeam = useFindTeam()
  const nameOf = (id: string | null) =>
    id === me ? tActor('you') : (findMember(id)?.name ?? tActor('left'))
  const actor =
    by.type === 'member'
      ? nameOf(by.id)
      : by.type === 'api_key'
        ? tActor('api')
        : by.type === 'person'
          ? tActor('person')
          : tActor(by.type === 'rule' ? 'rule' : 'system')
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : null)
  const until = text('until')
  const changedOn = dayOf(new Date(changedAt))
  switch (type) {
    case 'assigned': {
      const to = text('assignee_id')
      const reason = text('reason')
      if (to === null)
        return reason === 'offline' || reason === 'left'
          ? t(`handedBack.${reason}`, { member: nameOf(text('previous_assignee_id')) })
          : t('unassigned', { actor })
      if (reason === 'sticky' || reason === 'round_robin' || reason === 'least_busy')
        return t(`automatic.${reason}`, { isMe: String(to === me), member: nameOf(to) })
      if (to === by.id) return to === me ? t('iAssignedToSelf') : t('assignedToSelf', { actor })
      return to === me ? t('assignedToMe', { actor }) : t('assigned', { actor, member: nameOf(to) })
    }
    case 'team': {
      const team = text('team_id')
      if (team === null) return t('teamRemoved', { actor })
      return t('team', { actor, team: findTeam(team)?.name ?? t('deletedTeam') })
    }
    case 'participant_added':
    case 'participant_removed': {
      const isAdded = type === 'participant_added'
      const id = text('membership_id')
      if (id === by.id) return t(isAdded ? 'participantJoined' : 'participantLeft', { actor })
      if (id === me) return t(isAdded ? 'participantAddedMe' : 'participantRemovedMe', { actor })
      return t(isAdded ? 'participantAdded' : 'participantRemoved', { actor, member: nameOf(id) })
    }
    case 'snoozed':
      return t('snoozed', { actor, time: until ? untilTime(until, changedOn, locale) : '' })
    case 'closed':
      return t('closed', { actor })
    case 'reopened':
      if (by.type === 'person') return t('customerReopened')
      return by.type === 'system' ? t('wokeUp') : t('reopened', { actor })
    case 'tagged':
      return t('tagged', { actor, tag: text('name') ?? '' })
    case 'untagged':
      return t('untagged', { actor, tag: text('name') ?? '' })
    case 'merged':
      return t('merged', { actor })
    case 'ticket':
      return t.rich(ticketChangeOf(data), {
        actor,
        number: String(data['number']),
        title: text('title') ?? '',
        link: (chunks) => (
          <Link to="/tickets/$ticketId" params={{ ticketId: String(data['ticket_id']) }}>
            {chunks}
          </Link>
        ),
      })
    case 'identity_changed':
      return t(data['identity'] === 'phone' ? 'phoneChanged' : 'accountChanged')
    case 'handed_over': {
      const cause = text('cause')
      if (cause === 'taken_over') return t('takenOver', { actor })
      if (cause === 'released') return t('released', { actor })
      if (cause === 'message') return t('takenOverBySending')
      if (cause === 'timeout') return t('holdEnded')
      const holder = text('holder')
      if (holder === 'workspace') return t('handedToTeam')
      return holder === 'platform_agent' ? t('handedToAgent') : t('handedToApp')
    }
  }
}

/** Returns the text of a ticket's entry by its status before and after. */
function ticketChangeOf({ status, previous_status: previous }: ChangeItem['data']) {
  if (previous === null) return 'ticketCreated'
  if (status === 'solved') return 'ticketSolved'
  return status === 'closed' ? 'ticketClosed' : 'ticketReopened'
}

/** Shows why a conversation was handed over, and what the app that held it wrote about it. */
function HandoverWords({ change: { type, data } }: { change: ChangeItem }) {
  const t = useTranslations('inboxThread.change')
  if (type !== 'handed_over') return null
  const { reason, summary } = data
  return (
    <>
      {typeof reason === 'string' && (
        <bdi dir="auto" className={classes.lines}>
          {t('handoverReason', { reason: shorten(reason, 500) })}
        </bdi>
      )}
      {typeof summary === 'string' && (
        <bdi dir="auto" className={classes.lines}>
          {t('handoverSummary')} {shorten(summary, 2000)}
        </bdi>
      )}
    </>
  )
}
