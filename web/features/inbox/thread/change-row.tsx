import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { CSAT_SKIPS } from '#shared/csat.ts'
import type { Member } from '../../../lib/members.ts'
import type { HandOverTarget } from '#shared/bots.ts'
import { useFindBot } from '../../../lib/bots.ts'
import { useFindTeam } from '../../../lib/teams.ts'
import type { ChangeItem } from '../data/types.ts'
import { shorten } from '../../../lib/display-name.ts'
import { clockTime, dayOf, fullTime, untilTime } from '../../../lib/day.ts'
import classes from './message.module.css'

/** Returns whether a change is shown by the entry of the hand-over that made it. */
export function isPartOfHandOver({ type, data }: ChangeItem): boolean {
  return (type === 'assigned' || type === 'team') && HAND_OVERS.has(data['cause'])
}

const HAND_OVERS = new Set<unknown>(['hand_over', 'bot_timed_out'])

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
      <FurtherWords change={change} />
    </p>
  )
}

/** To whom a conversation was handed over. */
type HandOverTo = { type: HandOverTarget; id: string | null }

function useSentence(
  { type, actor: by, data, created_at: changedAt }: ChangeItem,
  me: string,
  findMember: (id: string | null) => Member | undefined,
): ReactNode {
  const t = useTranslations('inboxThread.change')
  const tActor = useTranslations('inboxThread.actor')
  const locale = useLocale()
  const findTeam = useFindTeam()
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : null)
  const to = data['to'] as HandOverTo | undefined
  const assignees = type === 'assigned' ? [text('assignee_id'), text('previous_assignee_id')] : []
  const isUnknown = (id: string | null) => id !== null && !findMember(id)
  const findBot = useFindBot(
    by.type === 'bot' || to !== undefined || text('bot_id') !== null || assignees.some(isUnknown),
  )
  const nameOf = (id: string | null) =>
    id === me ? tActor('you') : ((findMember(id) ?? findBot(id))?.name ?? tActor('left'))
  const actor =
    by.type === 'member' || by.type === 'bot'
      ? nameOf(by.id)
      : by.type === 'api_key'
        ? tActor('api')
        : by.type === 'person'
          ? tActor('person')
          : tActor(by.type === 'rule' ? 'rule' : 'system')
  const until = text('until')
  const changedOn = dayOf(new Date(changedAt))
  switch (type) {
    case 'assigned': {
      const assignee = text('assignee_id')
      const reason = text('reason')
      if (reason === 'replied') return t('tookFromBot', { actor, bot: nameOf(text('bot_id')) })
      if (assignee === null)
        return reason === 'offline' || reason === 'left'
          ? t(`handedBack.${reason}`, { member: nameOf(text('previous_assignee_id')) })
          : t('unassigned', { actor })
      if (reason === 'sticky' || reason === 'round_robin' || reason === 'least_busy')
        return t(`automatic.${reason}`, { isMe: String(assignee === me), member: nameOf(assignee) })
      if (assignee === by.id)
        return assignee === me ? t('iAssignedToSelf') : t('assignedToSelf', { actor })
      return assignee === me
        ? t('assignedToMe', { actor })
        : t('assigned', { actor, member: nameOf(assignee) })
    }
    case 'team': {
      const team = text('team_id')
      if (team === null) return t('teamRemoved', { actor })
      return t('team', { actor, team: findTeam(team)?.name ?? t('deletedTeam') })
    }
    case 'priority':
      return t('priority', { actor, priority: text('priority') ?? 'none' })
    case 'participant_added':
    case 'participant_removed': {
      const isAdded = type === 'participant_added'
      const id = text('membership_id')
      if (id === by.id) return t(isAdded ? 'participantJoined' : 'participantLeft', { actor })
      if (id === me) return t(isAdded ? 'participantAddedMe' : 'participantRemovedMe', { actor })
      return t(isAdded ? 'participantAdded' : 'participantRemoved', { actor, member: nameOf(id) })
    }
    case 'snoozed': {
      const kind = data['remind_if_unanswered'] === true ? 'remindsAt' : 'snoozed'
      return t(kind, { actor, time: until ? untilTime(until, changedOn, locale) : '' })
    }
    case 'closed':
      return t('closed', { actor })
    case 'reopened':
      if (by.type === 'person') return t('customerReopened')
      if (data['unanswered'] === true) return t('unanswered')
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
    case 'csat':
      return csatSentence(data, t)
    case 'away_reply': {
      const reason = text('reason')
      if (reason === null)
        return t(text('because') === 'nobody_online' ? 'away.nobodyOnline' : 'away.outsideHours')
      if (reason === 'window_closed') return t('away.windowClosed')
      if (reason === 'no_next_opening') return t('away.noOpening')
      return t('away.notConnected')
    }
    case 'identity_changed':
      return t(data['identity'] === 'phone' ? 'phoneChanged' : 'accountChanged')
    case 'handed_over': {
      const cause = text('cause')
      if (cause === 'bot_timed_out') return t('botTimedOut', { bot: nameOf(text('bot_id')) })
      if (cause === 'hand_over' && to) {
        const name = to.type === 'team' ? findTeam(to.id)?.name : nameOf(to.id)
        return t(`handOver.${to.type}`, { actor, to: name ?? t('deletedTeam') })
      }
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

/** Returns what became of a question for a rating. Agents see that a customer was asked, and never a link. */
function csatSentence(
  data: ChangeItem['data'],
  t: ReturnType<typeof useTranslations<'inboxThread.change'>>,
): string {
  const { result, by, reason, rating, previous_rating: previous } = data
  if (result === 'asked')
    return t(by === 'template' ? 'csat.template' : by === 'link' ? 'csat.link' : 'csat.asked')
  if (result === 'skipped') {
    const known = CSAT_SKIPS.find((each) => each === reason)
    return known ? t(`csat.${known}`) : t('csat.skipped')
  }
  const stars = { rating: Number(rating), stars: '★'.repeat(Number(rating)) }
  return t(previous === undefined ? 'csat.answered' : 'csat.changed', stars)
}

/** Returns the text of a ticket's entry by its status before and after. */
function ticketChangeOf({ status, previous_status: previous }: ChangeItem['data']) {
  if (previous === null) return 'ticketCreated'
  if (status === 'solved') return 'ticketSolved'
  return status === 'closed' ? 'ticketClosed' : 'ticketReopened'
}

/** Shows why a conversation was handed over, what the app that held it wrote about it, or a customer's comment on their rating. */
function FurtherWords({ change: { type, data } }: { change: ChangeItem }) {
  const t = useTranslations('inboxThread.change')
  if (type === 'csat' && typeof data['comment'] === 'string')
    return (
      <bdi dir="auto" className={classes.lines}>
        {t('csat.comment', { comment: shorten(data['comment'], 1000) })}
      </bdi>
    )
  if (type !== 'handed_over') return null
  const { reason, summary } = data
  return (
    <>
      {typeof reason === 'string' && (
        <bdi dir="auto" className={classes.lines}>
          {t('handoverReason', { reason: shorten(reason, 500) })}
        </bdi>
      )}
      {/* The summary of a hand-over from here is a note, which the thread shows. */}
      {typeof summary === 'string' && data['cause'] !== 'hand_over' && (
        <bdi dir="auto" className={classes.lines}>
          {t('handoverSummary')} {shorten(summary, 2000)}
        </bdi>
      )}
    </>
  )
}
