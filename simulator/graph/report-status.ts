import { showSentEntry } from '../control/entries.ts'
import { toSeconds } from '../clock.ts'
import type { Customer } from '../customers/customer.ts'
import { laneOf } from '../messages.ts'
import type { ReportedStatus, SentMessage } from '../messages.ts'
import { findNumber } from '../state.ts'
import type { SimulatorState } from '../state.ts'
import type { Posted } from '../webhooks/deliverer.ts'
import { statusPayload } from '../webhooks/status.ts'
import { webhookUrlOf } from './accounts.ts'

const STATUSES_KEPT = 50

/** Optional details of a status; `timestamp` in unix seconds. */
interface StatusDetails {
  errorCode?: number | null
  timestamp?: number | undefined
  /** The recipient, in a group. */
  customer?: Customer
}

/** Posts a status of a message and records it; `errorCode` belongs to `failed`. */
export function reportStatus(
  state: SimulatorState,
  message: SentMessage,
  status: string,
  details: StatusDetails = {},
): Posted {
  const { errorCode = null, customer = message.customer } = details
  const { phoneNumberId, groupId } = message
  const timestamp = details.timestamp ?? toSeconds(state.clock.now())
  const number = findNumber(state, phoneNumberId)
  const reported: ReportedStatus = {
    status,
    errorCode,
    at: state.clock.now(),
    webhookId: '',
    isAcknowledged: false,
  }
  const lane = laneOf(phoneNumberId, groupId ?? customer.id)
  const post = (at: number) =>
    state.deliverer.post({
      kind: 'status',
      lane,
      messageId: message.id,
      url: webhookUrlOf(state, number.wabaId),
      payload: statusPayload(number, {
        messageId: message.id,
        status,
        timestamp: at,
        customer,
        isToUserId: message.isToUserId,
        groupId,
        price: message.price,
        opaqueData: message.opaqueData,
        errorCode,
        tellsConversation: tellsConversation(state.settings.webhook_version),
      }),
      onSettled: (settled) => {
        if (settled === 'delivered') reported.isAcknowledged = true
      },
    })
  const posted = post(timestamp)
  reported.webhookId = posted.delivery.id
  message.statuses.push(reported)
  if (message.statuses.length > STATUSES_KEPT) message.statuses.shift()
  if (state.chaos.strikes('restate', `${lane} ${message.statuses.length} ${status}`)) {
    post(timestamp + 1)
  }
  state.hub.tell('message', () => showSentEntry(message))
  return posted
}

function tellsConversation(version: string): boolean {
  return Number(/^v?(\d+)/.exec(version)?.[1] ?? 24) < 24
}
