import type { Customer } from './customers/customer.ts'
import type { RenderedTemplate } from './graph/render-template.ts'
import type { Price } from './webhooks/status.ts'

/** A status the simulator has reported; `isAcknowledged` once the receiver answered it with 200. */
export interface ReportedStatus {
  status: string
  errorCode: number | null
  at: number
  webhookId: string
  isAcknowledged: boolean
}

/** The emoji that stand at a message, of either side. */
export interface Reactions {
  customer?: string
  business?: string
}

/** A message the simulator took by API, with every status it has reported. */
export interface SentMessage {
  id: string
  phoneNumberId: string
  /** What the send named: a phone as it was written, a user id or a group. */
  input: string
  customer: Customer
  isToUserId: boolean
  groupId: string | null
  type: string
  request: Record<string, unknown>
  opaqueData: string | null
  price: Price
  template: RenderedTemplate | null
  /** Whether the sender was told: chaos can lose an answer after the message was accepted. */
  isAnswered: boolean
  /** Whether the customer blocked the business when it came: then it never arrives, also not later. */
  isBlocked: boolean
  receivedAt: number
  statuses: ReportedStatus[]
  reactions: Reactions
}

/** A message a customer sent, as its webhook says it. */
export interface ReceivedMessage {
  id: string
  phoneNumberId: string
  customer: Customer
  groupId: string | null
  type: string
  message: Record<string, unknown>
  sentAt: number
  webhookId: string
  isAcknowledged: boolean
  isReadByBusiness: boolean
  isRevoked: boolean
  /** The newest text or caption, where the customer changed it. */
  editedText: string | null
  reactions: Reactions
}

/** Gives the lane in which everything between one business number and one customer keeps its order. */
export function laneOf(phoneNumberId: string, customerId: string): string {
  return `${phoneNumberId}:${customerId}`
}

/** Tells whether a message has had a status, or one that comes after it. */
export function hasReached(message: SentMessage, ...statuses: string[]): boolean {
  return message.statuses.some(({ status }) => statuses.includes(status))
}
