import { toSeconds } from '../clock.ts'
import type { Customer } from '../customers/customer.ts'
import { ensureAccount, webhookUrlOf } from '../graph/accounts.ts'
import { receiverOf } from '../graph/holders.ts'
import { openFreeEntry, openWindow } from '../graph/limits.ts'
import { createWamid } from '../graph/wamid.ts'
import { laneOf } from '../messages.ts'
import type { ReceivedMessage } from '../messages.ts'
import { describeNumber } from '../state.ts'
import type { SimulatorState } from '../state.ts'
import type { Posted } from '../webhooks/deliverer.ts'
import { contactOf, payloadOf, senderOf } from '../webhooks/envelope.ts'
import { noteReceived } from './note-received.ts'

/** A customer's message to send; the fields of `node` are copied into the message. */
interface Inbound {
  customer: Customer
  phoneNumberId: string
  displayPhoneNumber: string | undefined
  wabaId: string | undefined
  id: string | undefined
  type: string | undefined
  timestamp: number | undefined
  node: Record<string, unknown>
}

/** System and group messages do not open the window; system messages carry no contacts. */
const SYSTEM = 'system'

/** Posts a customer's message; a string in `text` becomes the node of a text message. */
export function playInbound(
  state: SimulatorState,
  inbound: Inbound,
): Posted & { messageId: string } {
  const { customer, phoneNumberId } = inbound
  const displayPhoneNumber = inbound.displayPhoneNumber?.replace(/\D/g, '')
  const number = describeNumber(state, phoneNumberId, {
    ...(displayPhoneNumber && { displayPhoneNumber }),
    ...(inbound.wabaId !== undefined && { wabaId: inbound.wabaId }),
  })
  ensureAccount(state, number.wabaId)

  const messageId = inbound.id ?? createWamid(customer.waId ?? customer.userId ?? '', 'received')
  const seconds = inbound.timestamp ?? toSeconds(state.clock.now())
  const type = inbound.type ?? 'text'
  const { text } = inbound.node
  const message: Record<string, unknown> = {
    ...senderOf(customer),
    id: messageId,
    timestamp: String(seconds),
    type,
    ...inbound.node,
    ...(typeof text === 'string' && { text: { body: text } }),
  }
  const groupId = typeof message.group_id === 'string' ? message.group_id : null
  const lane = laneOf(phoneNumberId, groupId ?? customer.id)
  const isStandby = groupId === null && receiverOf(state, phoneNumberId, customer) === 'agent'
  if (type !== SYSTEM && groupId === null) {
    openWindow(state, lane, seconds * 1000)
    if (message.referral !== undefined) openFreeEntry(state, lane, seconds * 1000)
  }
  const value = {
    ...(type !== SYSTEM && { contacts: [contactOf(customer)] }),
    messages: [message],
  }
  const received: ReceivedMessage = {
    id: messageId,
    phoneNumberId,
    customer,
    groupId,
    type,
    message,
    sentAt: inbound.timestamp === undefined ? state.clock.now() : seconds * 1000,
    webhookId: '',
    isAcknowledged: false,
    isReadByBusiness: false,
    isRevoked: false,
    editedText: null,
    reactions: {},
  }
  const posted = state.deliverer.post({
    kind: 'inbound',
    lane,
    messageId,
    url: webhookUrlOf(state, number.wabaId),
    payload: isStandby
      ? payloadOf(number, { standby: value }, 'standby')
      : payloadOf(number, value),
    onSettled: (settled) => {
      if (settled === 'delivered') noteReceived(state, received, true)
    },
  })
  received.webhookId = posted.delivery.id
  noteReceived(state, received, false)
  return { ...posted, messageId }
}
