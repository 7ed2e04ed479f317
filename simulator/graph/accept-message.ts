import type { Customer } from '../customers/customer.ts'
import { laneOf } from '../messages.ts'
import type { SentMessage } from '../messages.ts'
import { describeNumber, nextInLane } from '../state.ts'
import type { SimulatorState } from '../state.ts'
import type { Price } from '../webhooks/status.ts'
import type { NumberDetails } from './account.ts'
import { badParameter, refusal } from './errors.ts'
import { strike } from './faults.ts'
import {
  checkRates,
  isFreeEntry,
  isWindowOpen,
  isWithinMessagingLimit,
  windowEnd,
} from './limits.ts'
import { setHolder } from './holders.ts'
import { findMedia, kindOfMimeType } from './media.ts'
import { noteSent } from './note-sent.ts'
import { prepareTemplate } from './prepare-template.ts'
import { toSendRequest } from './send-request.ts'
import type { SendRequest } from './send-request.ts'
import { toOlderForm } from './wa-id.ts'
import { createWamid } from './wamid.ts'
import { toText } from './to-text.ts'

/** An accepted message: the response, the code of a later failure, and its key for chaos. */
export interface Accepted {
  message: SentMessage
  answer: Record<string, unknown>
  failsWith: number | undefined
  chaosKey: string
}

const MEDIA_TYPES = ['audio', 'document', 'image', 'sticker', 'video']

/** Accepts a send request; throws the platform's refusal for a wrong shape, a rule or a fault. */
export function acceptMessage(
  state: SimulatorState,
  phoneNumberId: string,
  body: Record<string, unknown>,
): Accepted {
  const request = toSendRequest(body)
  // Refuses a send whose statuses could not be queued, instead of losing them.
  if (!state.deliverer.hasRoom()) throw refusal(130429)
  const number = describeNumber(state, phoneNumberId)
  const identity = request.opaqueData ?? JSON.stringify(body)
  const target = { phoneNumberId, wabaId: number.wabaId, waId: request.waId, identity }
  const magic = strike(state, target)
  checkNumber(number, request)
  const customer = toCustomer(state, request)
  const lane = laneOf(phoneNumberId, request.groupId ?? customer.id)
  checkRates(state, phoneNumberId, lane)
  const chaosKey = nextInLane(state, lane)
  if (state.chaos.strikes('transient_error', chaosKey)) throw refusal(131000)

  const template =
    request.type === 'template' ? prepareTemplate(state, number, request.node) : undefined
  if (template?.category === 'AUTHENTICATION' && request.userId !== null) throw refusal(131062)
  const mediaTrouble = checkMedia(state, request)
  const isOpen = template !== undefined || request.groupId !== null || isWindowOpen(state, lane)
  if (!isOpen && state.settings.window_answer === 'at_once') throw refusal(131047)
  const failsWith =
    magic ??
    (isOpen ? undefined : 131047) ??
    mediaTrouble ??
    troubleOf(state, { number, customer, lane, category: template?.category })

  const message: SentMessage = {
    id: createWamid(customer.waId ?? customer.userId ?? request.input, 'sent'),
    phoneNumberId,
    input: request.input,
    customer,
    isToUserId: request.userId !== null,
    groupId: request.groupId,
    type: request.type,
    request: { ...body, type: request.type, [request.type]: request.node },
    opaqueData: request.opaqueData,
    price: priceOf(state, lane, template?.category),
    template: template?.rendered ?? null,
    isAnswered: false,
    isBlocked: false,
    receivedAt: state.clock.now(),
    statuses: [],
    reactions: {},
  }
  // A free-form message takes the conversation from the agent. Source: Cloud API, "Meta Business Agent".
  if (template === undefined && request.groupId === null)
    setHolder(state, phoneNumberId, customer, 'business')
  noteSent(state, message)
  return { message, answer: answerOf(request, message), failsWith, chaosKey }
}

function checkNumber(number: NumberDetails, { waId }: SendRequest) {
  if (!number.isRegistered) throw refusal(133010)
  if (waId !== null && waId === number.displayPhoneNumber) throw refusal(131021)
  if (waId !== null && number.blockedUsers.includes(waId)) throw refusal(130403)
}

function toCustomer(
  state: SimulatorState,
  { waId, userId, groupId, input }: SendRequest,
): Customer {
  if (userId !== null) return state.customers.ensure({ userId })
  if (groupId !== null) {
    const [first] = state.groups.get(groupId)?.participants ?? []
    if (first === undefined) throw badParameter('Invalid parameter', `There is no group ${input}.`)
    return state.customers.ensure({ waId: first })
  }
  const answered = state.settings.rewrite_wa_ids ? toOlderForm(waId!) : waId!
  return state.customers.ensure({ waId: answered })
}

/** Returns the code of a fault in a file, which is reported later; throws immediately for an unknown id. */
function checkMedia(state: SimulatorState, { type, node }: SendRequest): number | undefined {
  const { id } = node as { id?: unknown }
  if (!MEDIA_TYPES.includes(type) || id === undefined) return undefined
  const media = findMedia(state, toText(id))
  if (media) return kindOfMimeType(media.mimeType) === type ? undefined : 131053
  if (state.settings.media === 'seen' && !state.media.get(toText(id))) return undefined
  throw badParameter(
    `Param ${type}['id'] is not a valid whatsapp business account media attachment ID`,
  )
}

function troubleOf(
  state: SimulatorState,
  {
    number,
    customer,
    lane,
    category,
  }: {
    number: NumberDetails
    customer: Customer
    lane: string
    category: string | undefined
  },
): number | undefined {
  if (!customer.hasAccount) return 131026
  if (category === 'MARKETING' && customer.refusesMarketing) return 131050
  return isWithinMessagingLimit(state, number.phoneNumberId, lane) ? undefined : 131048
}

/** Until then, utility templates in an open window were free. Source: WhatsApp pricing of October 2026. */
const UTILITY_CHARGED_FROM = Date.UTC(2026, 9, 1)

function priceOf(state: SimulatorState, lane: string, category: string | undefined): Price {
  if (isFreeEntry(state, lane)) return { category: 'service', type: 'free_entry_point' }
  if (category === undefined) return { category: 'service', type: 'free_customer_service' }
  const isOpen = (windowEnd(state, lane) ?? 0) > state.clock.now()
  const isFree = category === 'UTILITY' && isOpen && state.clock.now() < UTILITY_CHARGED_FROM
  return { category: category.toLowerCase(), type: isFree ? 'free_customer_service' : 'regular' }
}

function answerOf({ input, userId, groupId, type }: SendRequest, { id, customer }: SentMessage) {
  const contact =
    userId === null ? { input, wa_id: groupId ?? customer.waId } : { input, user_id: userId }
  return {
    messaging_product: 'whatsapp',
    contacts: [contact],
    messages: [
      {
        id,
        ...(groupId !== null && { group_id: groupId }),
        ...(type === 'template' && { message_status: 'accepted' }),
      },
    ],
  }
}
