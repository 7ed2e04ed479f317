import { useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { useSession } from '../../../lib/session.ts'
import { notifyDone, notifyError } from '../../../components/notify.ts'
import { tagsQuery } from '../data/tags-query.ts'
import { useFindMember } from '../../../lib/members.ts'
import type { Chat } from '../data/types.ts'
import { fullTime } from '../../../lib/day.ts'
import { chatName } from '../../../lib/display-name.ts'
import { changeChatOnServer, toUndo } from './change-chat.ts'
import type { ChatPatch } from './change-chat.ts'

/** Actions on a conversation. Each shows its result immediately, reports it in a notice and can be undone. */
export type ChatActions = {
  assign: (chat: Chat, membershipId: string | null) => void
  assignToMe: (chat: Chat) => void
  snooze: (chat: Chat, until: string) => void
  close: (chat: Chat) => void
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

  function change(chat: Chat, patch: ChatPatch, done: string, failure: Failure): void {
    const tags = queries.getQueryData(tagsQuery.queryKey)
    changeChatOnServer(chat, patch, tags).catch((err: unknown) =>
      notifyError(tFailures(failure), err),
    )
    const undo = toUndo(chat, patch)
    notifyDone(done, {
      label: tStates('undo'),
      run: () => {
        changeChatOnServer(chat, undo, tags).catch((err: unknown) =>
          notifyError(tFailures('undo'), err),
        )
      },
    })
  }
  const assign = (chat: Chat, membershipId: string | null) => {
    if (chat.assignee_id === membershipId) return
    const name = chatName(chat) ?? t('somebody')
    const done =
      membershipId === null
        ? t('unassigned', { name })
        : membershipId === membership.id
          ? t('assignedToMe', { name })
          : t('assigned', { name, member: findMember(membershipId)?.name ?? t('formerMember') })
    change(chat, { assignee_id: membershipId }, done, 'assign')
  }
  const named = (chat: Chat) => ({ name: chatName(chat) ?? t('somebody') })
  return {
    assign,
    assignToMe: (chat) => assign(chat, membership.id),
    snooze: (chat, until) =>
      change(
        chat,
        { snoozed_until: until },
        t('snoozed', { ...named(chat), time: fullTime(until, locale) }),
        'snooze',
      ),
    close: (chat) => {
      if (chat.status !== 'closed')
        change(chat, { status: 'closed' }, t('closed', named(chat)), 'close')
    },
    reopen: (chat) => {
      if (chat.status !== 'open')
        change(chat, { status: 'open' }, t('reopened', named(chat)), 'reopen')
    },
    setTags: (chat, tagIds) => change(chat, { tag_ids: tagIds }, t('tagged', named(chat)), 'tags'),
    markUnread: (chat) =>
      change(chat, { unread: true }, t('markedUnread', named(chat)), 'markUnread'),
  }
}
