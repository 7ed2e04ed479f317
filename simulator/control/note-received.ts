import type { ReceivedMessage } from '../messages.ts'
import type { SimulatorState } from '../state.ts'
import { showReceivedEntry, showSentEntry } from './entries.ts'

/**
 * Stores a customer's message, or marks it as received, and notifies watchers. A reaction, an edit or a revocation
 * also changes the message it names.
 */
export function noteReceived(
  state: SimulatorState,
  received: ReceivedMessage,
  isAcknowledged: boolean,
): void {
  if (isAcknowledged) received.isAcknowledged = true
  else {
    // A repeated id is the same message: the receiver must see it twice, the conversation once.
    if (!state.inbound.get(received.id)) {
      state.inbound.add(received.id, received, JSON.stringify(received.message).length)
    }
    applyToTarget(state, received)
  }
  state.hub.tell('message', () => showReceivedEntry(received))
}

function applyToTarget(state: SimulatorState, { type, message }: ReceivedMessage) {
  const node = message[type] as Record<string, unknown> | undefined
  if (type === 'reaction') {
    const id = String(node?.message_id)
    const sent = state.messages.get(id)
    const target = sent ?? state.inbound.get(id)
    if (!target) return
    if (typeof node?.emoji === 'string' && node.emoji !== '') target.reactions.customer = node.emoji
    else delete target.reactions.customer
    const own = state.inbound.get(id)
    if (sent) state.hub.tell('message', () => showSentEntry(sent))
    else if (own) state.hub.tell('message', () => showReceivedEntry(own))
    return
  }
  if (type !== 'edit' && type !== 'revoke') return
  const target = state.inbound.get(String(node?.original_message_id))
  if (!target) return
  if (type === 'revoke') target.isRevoked = true
  else target.editedText = textOf(node?.message as Record<string, unknown> | undefined)
  state.hub.tell('message', () => showReceivedEntry(target))
}

function textOf(message: Record<string, unknown> | undefined): string | null {
  const node = message?.[String(message.type)] as Record<string, unknown> | undefined
  const text = node?.body ?? node?.caption
  return typeof text === 'string' ? text : null
}
