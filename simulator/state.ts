import type { SimulatorConfig } from './config.ts'
import { createRing } from './ring.ts'
import type { Ring } from './ring.ts'
import { createDeliverer } from './webhooks/deliverer.ts'
import type { Deliverer } from './webhooks/deliverer.ts'
import { unknownNumber } from './webhooks/envelope.ts'
import type { BusinessNumber, Recipient } from './webhooks/envelope.ts'

/** A message the simulator took by API, with every status it has reported. */
export interface SentMessage {
  id: string
  phoneNumberId: string
  recipient: Recipient
  type: string
  request: Record<string, unknown>
  opaqueData: string | null
  receivedAt: string
  statuses: { status: string; errorCode: number | null; at: string; webhookId: string }[]
}

/** All a running simulator knows. Everything in it is bounded and in memory. */
export interface SimulatorState {
  config: SimulatorConfig
  deliverer: Deliverer
  messages: Ring<SentMessage>
  numbers: Ring<BusinessNumber>
  refusals: Ring<number>
}

/** Gives the state of a simulator that has seen nothing yet. */
export function createState(config: SimulatorConfig): SimulatorState {
  return {
    config,
    deliverer: createDeliverer(config),
    messages: createRing(10_000, 64 * 1024 * 1024),
    numbers: createRing(1_000),
    refusals: createRing(10_000),
  }
}

/** Gives what is known of a business number; one never described has derived values. */
export function findNumber(state: SimulatorState, phoneNumberId: string): BusinessNumber {
  return state.numbers.get(phoneNumberId) ?? unknownNumber(phoneNumberId)
}

/** Forgets messages, log and numbers, and cancels the webhooks that still wait. */
export function clearState(state: SimulatorState): void {
  state.deliverer.clear()
  state.messages.clear()
  state.numbers.clear()
  state.refusals.clear()
}
