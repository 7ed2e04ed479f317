import type { Customer } from '../customers/customer.ts'
import { laneOf } from '../messages.ts'
import type { Holder } from '../messages.ts'
import type { SimulatorState } from '../state.ts'
import { windowEnd } from './limits.ts'

/**
 * Returns who holds the conversation of a number with a customer; undefined when it is idle. A conversation becomes idle
 * when it is released, and 24 hours after the customer's last message. Source: Cloud API, "Conversation Routing".
 */
export function holderOf(
  state: SimulatorState,
  phoneNumberId: string,
  customer: Customer,
): Holder | undefined {
  const lane = laneOf(phoneNumberId, customer.id)
  const end = windowEnd(state, lane)
  if (end !== undefined && end <= state.clock.now()) return undefined
  return state.holders.get(lane) ?? undefined
}

/**
 * Returns who receives a customer's next message: the holder, or for an idle conversation the app that answers first,
 * which holds it from then on.
 */
export function receiverOf(
  state: SimulatorState,
  phoneNumberId: string,
  customer: Customer,
): Holder {
  const holder =
    holderOf(state, phoneNumberId, customer) ??
    (state.settings.business_agent ? 'agent' : 'business')
  setHolder(state, phoneNumberId, customer, holder)
  return holder
}

/** Changes who holds a conversation, and notifies watchers; null releases it. */
export function setHolder(
  state: SimulatorState,
  phoneNumberId: string,
  customer: Customer,
  holder: Holder | null,
): void {
  const lane = laneOf(phoneNumberId, customer.id)
  const before = state.holders.get(lane) ?? null
  state.holders.add(lane, holder)
  if (holder !== before)
    state.hub.tell('holder', () => ({
      phone_number_id: phoneNumberId,
      customer: customer.id,
      holder,
    }))
}
