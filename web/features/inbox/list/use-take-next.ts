import { useTranslations } from 'use-intl'
import { notifyDone } from '../../../components/notify.ts'
import { useAction } from '../../../components/use-action.ts'
import { takeNext } from '../data/queues.ts'
import type { InboxPlace } from '../use-inbox-place.ts'

/** Returns the action that takes the conversation that waits longest in the queues of teams, and opens it; or says that none waits. */
export function useTakeNext(place: InboxPlace) {
  const t = useTranslations('queues')
  return useAction({
    run: (teamIds: readonly string[]) => takeNext(teamIds),
    failed: t('takeFailed'),
    onDone: (chat) => (chat ? place.openChat(chat.id) : notifyDone(t('nobodyWaits'))),
  })
}
