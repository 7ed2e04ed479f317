import { toSeconds } from '../clock.ts'
import type { Customer } from '../customers/customer.ts'
import { webhookUrlOf } from '../graph/accounts.ts'
import { laneOf } from '../messages.ts'
import type { StandbyEntry } from '../messages.ts'
import { describeNumber } from '../state.ts'
import type { SimulatorState } from '../state.ts'
import { payloadOf } from '../webhooks/envelope.ts'
import { showStandbyEntry } from './entries.ts'

/** Stores a call or a message of the platform's agent, and notifies watchers; a known id replaces the entry. */
export function noteStandby(state: SimulatorState, entry: StandbyEntry): void {
  state.standby.add(entry.id, entry, JSON.stringify(entry.content).length)
  state.hub.tell('message', () => showStandbyEntry(entry))
}

/** Marks the messages of the platform's agent as read by the customer and reports it; returns how many were unread. */
export function readStandby(
  state: SimulatorState,
  phoneNumberId: string,
  customer: Customer,
): number {
  const unread = state.standby.newest(
    300,
    (entry) =>
      entry.phoneNumberId === phoneNumberId && entry.customer === customer && !entry.isRead,
  )
  for (const entry of unread.reverse()) {
    entry.isRead = true
    postStandbyStatus(state, entry, 'read')
    state.hub.tell('message', () => showStandbyEntry(entry))
  }
  return unread.length
}

/** Posts a status of a message of the platform's agent. */
export function postStandbyStatus(
  state: SimulatorState,
  { phoneNumberId, customer, id }: Pick<StandbyEntry, 'phoneNumberId' | 'customer' | 'id'>,
  status: string,
): void {
  postStandby(state, phoneNumberId, customer, {
    statuses: [
      {
        id,
        status,
        timestamp: String(toSeconds(state.clock.now())),
        recipient_id: customer.waId,
        ...(customer.userId !== null && { recipient_user_id: customer.userId }),
      },
    ],
  })
}

/** Posts a value of the field `standby`, whose lists are one level deeper than those of `messages`. */
export function postStandby(
  state: SimulatorState,
  phoneNumberId: string,
  customer: Customer,
  standby: Record<string, unknown>,
) {
  const number = describeNumber(state, phoneNumberId)
  return state.deliverer.post({
    kind: 'field',
    lane: laneOf(phoneNumberId, customer.id),
    url: webhookUrlOf(state, number.wabaId),
    payload: payloadOf(number, { standby }, 'standby'),
  })
}
