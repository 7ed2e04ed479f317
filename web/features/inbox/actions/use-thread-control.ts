import { useTranslations } from 'use-intl'
import { useAction } from '../../../components/use-action.ts'
import { api } from '../../../lib/api.ts'
import { useChatName } from '../../../lib/use-visitor-name.ts'
import { eventLog, logResponse } from '../data/inbox-cache.ts'
import { applyEventsToChat } from '../data/apply-events.ts'
import type { Chat } from '../data/types.ts'
import { updateCachedChat } from '../data/update-cached-chat.ts'

/** Returns the actions that take over a conversation from another app and release it. They wait for the platform. */
export function useThreadControl(chat: Chat) {
  const t = useTranslations('inboxHeader')
  const name = useChatName()(chat)
  const { mutate, isPending } = useAction({
    run: async (action: 'take-over' | 'release') => {
      const from = eventLog.position()
      const saved = await api.post<Chat>(`/api/v1/chats/${chat.id}/${action}`, {})
      logResponse({ type: 'conversation.updated', data: saved, id: null }, from)
      updateCachedChat(applyEventsToChat(saved, eventLog.since(from) ?? []))
    },
    done: (_, action) => t(action === 'take-over' ? 'takenOver' : 'released', { name }),
    failed: (action) => t(action === 'take-over' ? 'takenOverFailed' : 'releaseFailed', { name }),
  })
  return { isPending, takeOver: () => mutate('take-over'), release: () => mutate('release') }
}
