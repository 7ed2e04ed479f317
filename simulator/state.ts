import { createChaos } from './chaos/chaos.ts'
import type { Chaos } from './chaos/chaos.ts'
import { createClock } from './clock.ts'
import type { Clock } from './clock.ts'
import type { SimulatorConfig } from './config.ts'
import { createCustomers } from './customers/customer.ts'
import type { Customers } from './customers/customer.ts'
import { SAMPLE_PEOPLE } from './customers/sample-people.ts'
import type { Account, Group, NumberDetails } from './graph/account.ts'
import type { Fault } from './graph/fault.ts'
import type { Media } from './graph/media-file.ts'
import type { Template } from './graph/template.ts'
import { createHub } from './hub.ts'
import type { Hub } from './hub.ts'
import type { Holder, ReceivedMessage, SentMessage, StandbyEntry } from './messages.ts'
import { createReceiver } from './receiver/receiver.ts'
import type { Receiver } from './receiver/receiver.ts'
import { createRing } from './ring.ts'
import type { Ring } from './ring.ts'
import { LENIENT, STRICT } from './settings.ts'
import type { Settings } from './settings.ts'
import { createDeliverer } from './webhooks/deliverer.ts'
import type { Deliverer } from './webhooks/deliverer.ts'
import { unknownNumber } from './webhooks/envelope.ts'

/** The whole state of a running simulator, bounded and in memory. */
export interface SimulatorState {
  config: SimulatorConfig
  clock: Clock
  chaos: Chaos
  hub: Hub
  settings: Settings
  deliverer: Deliverer
  messages: Ring<SentMessage>
  inbound: Ring<ReceivedMessage>
  /** Calls, and messages of the platform's agent. */
  standby: Ring<StandbyEntry>
  numbers: Ring<NumberDetails>
  accounts: Ring<Account>
  groups: Ring<Group>
  customers: Customers
  media: Ring<Media>
  templates: Map<string, Template>
  faults: Fault[]
  /** The number of refusals of a message by a flaky outcome, by the message's identity. */
  refusals: Ring<number>
  /** When a customer last wrote to a number, by lane; opens the window. */
  lastInboundAt: Ring<number>
  /** Who holds a conversation, by lane; null after it was released. */
  holders: Ring<Holder | null>
  /** Rate tokens, by number and by pair. */
  rates: Ring<{ tokens: number; at: number }>
  receiver: Receiver
  /** Functions that end the responses delayed by chaos. */
  hanging: Set<() => void>
  /** Counts the messages of a lane, so that chaos decides the same in every run. */
  laneCounts: Ring<number>
}

/** Returns the state of a simulator that has seen nothing yet. */
export function createState(config: SimulatorConfig): SimulatorState {
  const clock = createClock()
  const chaos = createChaos(config.chaos)
  const hub = createHub()
  const deliverer: Deliverer = createDeliverer(config, {
    clock,
    chaos,
    onChange: () => hub.tell('webhooks', () => ({ pending: deliverer.pendingCount() })),
  })
  const state: SimulatorState = {
    config,
    clock,
    chaos,
    hub,
    settings: { ...(config.strict ? STRICT : LENIENT) },
    deliverer,
    messages: createRing(50_000, 64 * 1024 * 1024),
    inbound: createRing(50_000, 64 * 1024 * 1024),
    standby: createRing(10_000, 16 * 1024 * 1024),
    numbers: createRing(1_000),
    accounts: createRing(1_000),
    groups: createRing(1_000),
    customers: createCustomers(SAMPLE_PEOPLE),
    media: createRing(10_000, 256 * 1024 * 1024),
    templates: new Map(),
    faults: [],
    receiver: createReceiver(),
    hanging: new Set(),
    refusals: createRing(10_000),
    lastInboundAt: createRing(50_000),
    holders: createRing(50_000),
    rates: createRing(50_000),
    laneCounts: createRing(50_000),
  }
  addConfiguredNumbers(state)
  return state
}

/** Returns a business number; one that was never described has derived values. */
export function findNumber(state: SimulatorState, phoneNumberId: string): NumberDetails {
  const known = state.numbers.get(phoneNumberId)
  return known ?? { ...unknownNumber(phoneNumberId), ...NEW_NUMBER }
}

/** Stores details of a business number and returns it. */
export function describeNumber(
  state: SimulatorState,
  phoneNumberId: string,
  details: Partial<NumberDetails> = {},
): NumberDetails {
  const number = { ...findNumber(state, phoneNumberId), ...details, phoneNumberId }
  const isNews = !state.numbers.get(phoneNumberId) || Object.keys(details).length > 0
  state.numbers.add(phoneNumberId, number)
  if (isNews) state.hub.tell('number', () => number)
  return number
}

/** Counts one more message of a lane and returns a name for it that is the same in every equal run. */
export function nextInLane(state: SimulatorState, lane: string): string {
  const count = (state.laneCounts.get(lane) ?? 0) + 1
  state.laneCounts.add(lane, count)
  return `${lane}#${count}`
}

/** Clears everything that happened and cancels the queued webhooks; settings and chaos stay. */
export function clearState(state: SimulatorState): void {
  state.deliverer.clear()
  state.clock.clear()
  for (const ring of [
    state.messages,
    state.inbound,
    state.standby,
    state.numbers,
    state.accounts,
    state.groups,
    state.media,
    state.templates,
    state.refusals,
    state.lastInboundAt,
    state.holders,
    state.rates,
    state.laneCounts,
    state.receiver.arrivals,
  ]) {
    ring.clear()
  }
  state.customers.clear()
  state.faults.length = 0
  state.receiver.secret = null
  addConfiguredNumbers(state)
  state.hub.tell('reset', () => ({}))
}

const NEW_NUMBER: Omit<NumberDetails, 'phoneNumberId' | 'wabaId' | 'displayPhoneNumber'> = {
  verifiedName: 'Test Business',
  qualityRating: 'GREEN',
  nameStatus: 'APPROVED',
  status: 'CONNECTED',
  throughput: 'STANDARD',
  messagingLimit: 'TIER_UNLIMITED',
  isRegistered: true,
  isCoexistence: false,
  pin: null,
  profile: { messaging_product: 'whatsapp', vertical: 'UNDEFINED' },
  blockedUsers: [],
}

function addConfiguredNumbers(state: SimulatorState) {
  for (const { phoneNumberId, ...details } of state.config.numbers ?? []) {
    describeNumber(state, phoneNumberId, details)
  }
}
