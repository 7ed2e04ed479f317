import { notifyDone, notifyError } from '../../components/notify.ts'
import { takeNext } from './data/queues.ts'
import type { InboxPlace } from './use-inbox-place.ts'

/** Takes the conversation that waits longest in the queues of these teams, and opens it. `texts` say that none waits, or that it failed. */
export async function openNext(
  place: InboxPlace,
  teamIds: readonly string[],
  texts: { none: string; failed: string },
): Promise<void> {
  try {
    const chat = await takeNext(teamIds)
    if (chat) place.openChat(chat.id)
    else notifyDone(texts.none)
  } catch (err) {
    notifyError(texts.failed, err)
  }
}
