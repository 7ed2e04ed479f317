import { useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { useSession } from '../../../lib/session.ts'
import { notifyDone, notifyError } from '../../../components/notify.ts'
import { tagsQuery } from '../../../lib/tags.ts'
import { useFindMember } from '../../../lib/members.ts'
import type { Chat } from '../data/types.ts'
import { dayOf, untilTime } from '../../../lib/day.ts'
import { chatName } from '../../../lib/display-name.ts'
import { changeChatOnServer, toUndo } from './change-chat.ts'
import type { ChatPatch } from './change-chat.ts'

/**
 * Actions on a conversation. Each shows its result immediately, reports it in a notice and can be undone; `onUndo` is
 * called then.
 */
export type ChatActions = {
  assign: (chat: Chat, membershipId: string | null) => void
  assignToMe: (chat: Chat) => void
  snooze: (chat: Chat, until: string, onUndo?: () => void) => void
  close: (chat: Chat, onUndo?: () => void) => void
  reopen: (chat: Chat) => void
  setTags: (chat: Chat, tagIds: string[]) => void
  markUnread: (chat: Chat) => void
}

/** Returns the actions on conversations. */
export function useChatActions(): ChatActions {
  const t = useTranslations('inboxActions')
  const tFailures = useTranslations('inboxActions.failures')
  const tStates = useTranslations('states')
  const locale = useLocale()
  const { membership } = useSession()
  const findMember = useFindMember()
  const queries = useQueryClient()

  type Failure = Parameters<typeof tFailures>[0]

  function change(
    chat: Chat,
    patch: ChatPatch,
    texts: { done: string; failure: Failure },
    onUndo?: () => void,
  ): void {
    const tags = queries.getQueryData(tagsQuery.queryKey)
    const apply = (changes: ChatPatch, failure: Failure) =>
      changeChatOnServer(chat, changes, tags).catch((err: unknown) =>
        notifyError(tFailures(failure, named(chat)), err),
      )
    void apply(patch, texts.failure)
    const undo = toUndo(chat, patch)
    notifyDone(texts.done, {
      label: tStates('undo'),
      run: () => {
        void apply(undo, 'undo')
        onUndo?.()
      },
    })
  }
  const named = (chat: Chat) => ({ name: chatName(chat) ?? t('somebody') })
  const assign = (chat: Chat, membershipId: string | null) => {
    if (chat.assignee_id === membershipId) return
    const name = chatName(chat) ?? t('somebody')
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
    snooze: (chat, until, onUndo) => {
      const done = t('snoozed', {
        ...named(chat),
        time: untilTime(until, dayOf(new Date()), locale),
      })
      change(chat, { snoozed_until: until }, { done, failure: 'snooze' }, onUndo)
    },
    close: (chat, onUndo) => {
      const done = t('closed', named(chat))
      if (chat.status !== 'closed')
        change(chat, { status: 'closed' }, { done, failure: 'close' }, onUndo)
    },
    reopen: (chat) => {
      const done = t('reopened', named(chat))
      if (chat.status !== 'open') change(chat, { status: 'open' }, { done, failure: 'reopen' })
    },
    setTags: (chat, tagIds) => {
      const done = t('tagged', named(chat))
      change(chat, { tag_ids: tagIds }, { done, failure: 'tags' })
    },
    markUnread: (chat) => {
      const done = t('markedUnread', named(chat))
      change(chat, { unread: true }, { done, failure: 'markUnread' })
    },
  }
}
