import { useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { useSession } from '../../../lib/session.ts'
import { notifyDone, notifyError } from '../../../components/notify.ts'
import { tagsQuery } from '../../../lib/tags.ts'
import { useFindMember } from '../../../lib/members.ts'
import { useFindTeam } from '../../../lib/teams.ts'
import type { Chat } from '../data/types.ts'
import { dayOf, untilTime } from '../../../lib/day.ts'
import { useChatName } from '../../../lib/use-visitor-name.ts'
import { changeChatOnServer, toUndo } from './change-chat.ts'
import type { ChatPatch } from './change-chat.ts'

/** Follows an action that has left a conversation: when it is undone, and when the server refuses it. */
export type Return = {
  onUndo: () => void
  /** Returns the button of the notice, if the conversation is not shown again. */
  onFailed: () => { label: string; run: () => void } | undefined
}

/**
 * Actions on a conversation. Each shows its result immediately, reports it in a notice and can be undone. If the server
 * refuses it, the reason replaces the notice.
 */
export type ChatActions = {
  assign: (chat: Chat, membershipId: string | null) => void
  assignToMe: (chat: Chat) => void
  /** With `isReminder`, the member is reminded at that time if the customer has not answered. */
  snooze: (chat: Chat, snooze: { until: string; isReminder: boolean }, back?: Return) => void
  close: (chat: Chat, back?: Return) => void
  reopen: (chat: Chat) => void
  setTags: (chat: Chat, tagIds: string[]) => void
  setTeam: (chat: Chat, teamId: string | null) => void
  setPriority: (chat: Chat, priority: Chat['priority']) => void
  setParticipants: (chat: Chat, membershipIds: string[]) => void
  markUnread: (chat: Chat) => void
  /** Opens what comes after a conversation that is done; only in the inbox. */
  leave?: (chat: Chat) => void
}

/** Returns the actions on conversations. */
export function useChatActions(): ChatActions {
  const t = useTranslations('inboxActions')
  const tFailures = useTranslations('inboxActions.failures')
  const tStates = useTranslations('states')
  const tInbox = useTranslations('inbox')
  const locale = useLocale()
  const { membership } = useSession()
  const findMember = useFindMember()
  const findTeam = useFindTeam()
  const nameOf = useChatName()
  const queries = useQueryClient()

  type Failure = Parameters<typeof tFailures>[0]

  function change(
    chat: Chat,
    patch: ChatPatch,
    texts: { done: string; failure: Failure },
    back?: Return,
  ): void {
    const tags = queries.getQueryData(tagsQuery.queryKey)
    const undo = {
      label: tStates('undo'),
      run: () => {
        changeChatOnServer(chat, toUndo(chat, patch), tags).catch((err: unknown) =>
          notifyError(tFailures('undo', named(chat)), err, { undo }),
        )
        back?.onUndo()
      },
    }
    const done = notifyDone(texts.done, undo)
    changeChatOnServer(chat, patch, tags).catch((err: unknown) =>
      notifyError(tFailures(texts.failure, named(chat)), err, {
        instead: done,
        button: back?.onFailed(),
      }),
    )
  }
  const named = (chat: Chat) => ({ name: nameOf(chat) })
  const assign = (chat: Chat, membershipId: string | null) => {
    if (chat.assignee_id === membershipId) return
    const name = nameOf(chat)
    const done =
      membershipId === null
        ? t('unassigned', { name })
        : membershipId === membership.id
          ? t('assignedToMe', { name })
          : t('assigned', { name, member: findMember(membershipId)?.name ?? t('formerMember') })
    change(chat, { assignee_id: membershipId }, { done, failure: 'assign' })
  }
  return {
    assign,
    assignToMe: (chat) => assign(chat, membership.id),
    snooze: (chat, { until, isReminder }, back) => {
      const time = untilTime(until, dayOf(new Date()), locale)
      const done = isReminder
        ? `${nameOf(chat)}: ${tInbox('row.remindsAt', { time })}`
        : t('snoozed', { ...named(chat), time })
      const patch = { snoozed_until: until, remind_if_unanswered: isReminder }
      change(chat, patch, { done, failure: 'snooze' }, back)
    },
    close: (chat, back) => {
      const done = t('closed', named(chat))
      if (chat.status !== 'closed')
        change(chat, { status: 'closed' }, { done, failure: 'close' }, back)
    },
    reopen: (chat) => {
      const done = t('reopened', named(chat))
      if (chat.status !== 'open') change(chat, { status: 'open' }, { done, failure: 'reopen' })
    },
    setTags: (chat, tagIds) => {
      const done = t('tagged', named(chat))
      change(chat, { tag_ids: tagIds }, { done, failure: 'tags' })
    },
    setTeam: (chat, teamId) => {
      if (chat.team_id === teamId) return
      const team = findTeam(teamId)?.name ?? ''
      const done =
        teamId === null
          ? t('removedFromTeam', named(chat))
          : t('movedToTeam', { ...named(chat), team })
      change(chat, { team_id: teamId }, { done, failure: 'team' })
    },
    setPriority: (chat, priority) => {
      const done = `${nameOf(chat)}: ${tInbox('priority', { priority: priority ?? 'none' })}`
      if (chat.priority !== priority) change(chat, { priority }, { done, failure: 'priority' })
    },
    setParticipants: (chat, membershipIds) => {
      const done = t('participantsChanged', named(chat))
      change(chat, { participant_ids: membershipIds }, { done, failure: 'participants' })
    },
    markUnread: (chat) => {
      const done = t('markedUnread', named(chat))
      change(chat, { unread: true }, { done, failure: 'markUnread' })
    },
  }
}
