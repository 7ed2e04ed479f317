import { showSentEntry } from '../control/entries.ts'
import type { SentMessage } from '../messages.ts'
import type { SimulatorState } from '../state.ts'

/** Stores an accepted message, applies it to an earlier one if it names one, and notifies watchers. */
export function noteSent(state: SimulatorState, message: SentMessage): void {
  state.messages.add(message.id, message, JSON.stringify(message.request).length)
  if (message.type === 'reaction') {
    const { message_id, emoji } = message.request.reaction as { message_id: string; emoji?: string }
    const target = state.inbound.get(message_id) ?? state.messages.get(message_id)
    if (target) {
      if (emoji) target.reactions.business = emoji
      else delete target.reactions.business
    }
  }
  state.hub.tell('message', () => showSentEntry(message))
}
