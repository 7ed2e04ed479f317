import type { Customer } from '../customers/customer.ts'
import { hasReached } from '../messages.ts'
import type { SentMessage } from '../messages.ts'
import type { SimulatorState } from '../state.ts'
import type { Posted } from '../webhooks/deliverer.ts'
import { reportStatus } from './report-status.ts'

/** Reports an accepted message as failed, or as sent and, for phones that are on, delivered. */
export function carryMessage(
  state: SimulatorState,
  message: SentMessage,
  failsWith: number | undefined,
): Posted[] {
  if (failsWith !== undefined) {
    return [reportStatus(state, message, 'failed', { errorCode: failsWith })]
  }
  message.isBlocked = message.groupId === null && message.customer.blocksBusiness
  const posted: Posted[] = []
  for (const customer of readersOf(state, message)) {
    posted.push(reportStatus(state, message, 'sent', { customer }))
    if (customer.isOnline && !message.isBlocked) {
      posted.push(reportStatus(state, message, 'delivered', { customer }))
    }
  }
  return posted
}

/**
 * Delivers the messages that were queued while a phone was off, oldest first. Messages sent while it had blocked the
 * number are lost.
 */
export function deliverWaiting(state: SimulatorState, customer: Customer): void {
  if (!customer.isOnline || customer.blocksBusiness || !customer.hasAccount) return
  const waiting = state.messages.newest(
    Infinity,
    (message) =>
      message.customer === customer &&
      message.groupId === null &&
      !message.isBlocked &&
      hasReached(message, 'sent') &&
      !hasReached(message, 'delivered', 'read', 'played', 'failed'),
  )
  for (const message of waiting.reverse()) reportStatus(state, message, 'delivered')
}

function readersOf(state: SimulatorState, { groupId, customer }: SentMessage): Customer[] {
  if (groupId === null) return [customer]
  const participants = state.groups.get(groupId)?.participants ?? []
  return participants.map((waId) => state.customers.ensure({ waId }))
}
