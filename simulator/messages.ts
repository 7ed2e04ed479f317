import type { Customer } from './customers/customer.ts'
import type { RenderedTemplate } from './graph/render-template.ts'
import type { Price } from './webhooks/status.ts'

/** A reported status; `isAcknowledged` once the receiver answered it with 200. */
export interface ReportedStatus {
  status: string
  errorCode: number | null
  at: number
  webhookId: string
  isAcknowledged: boolean
}

/** The reactions to a message, of both sides. */
export interface Reactions {
  customer?: string
  business?: string
}

/** A message accepted by API, with every reported status. */
export interface SentMessage {
  id: string
  phoneNumberId: string
  /** The recipient as the request named it: a phone number, a user id or a group. */
  input: string
  customer: Customer
  isToUserId: boolean
  groupId: string | null
  type: string
  request: Record<string, unknown>
  opaqueData: string | null
  price: Price
  template: RenderedTemplate | null
  /** Whether the sender got the response: chaos can lose it after the message was accepted. */
  isAnswered: boolean
  /** Whether the customer had blocked the business when it was sent; then it never arrives. */
  isBlocked: boolean
  receivedAt: number
  statuses: ReportedStatus[]
  reactions: Reactions
}

/** A customer's message as its webhook describes it. */
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
  /** The newest text or caption, if the customer edited it. */
  editedText: string | null
  reactions: Reactions
}

/**
 * A call of the customer, or a message of the platform's agent: neither is a message of the app or to it. `content` is
 * the node of its type; a call's is its outcome and its `duration` in seconds.
 */
export interface StandbyEntry {
  id: string
  phoneNumberId: string
  customer: Customer
  type: string
  content: unknown
  at: number
  /** Whether the customer has read it, if it is a message. */
  isRead: boolean
}

/** Returns the lane in which everything between a business number and a customer keeps its order. */
export function laneOf(phoneNumberId: string, customerId: string): string {
  return `${phoneNumberId}:${customerId}`
}

/** Returns whether a message has one of the statuses, or a later one. */
export function hasReached(message: SentMessage, ...statuses: string[]): boolean {
  return message.statuses.some(({ status }) => statuses.includes(status))
}

/** Who holds a conversation: the business's app, or the platform's agent. */
export type Holder = 'business' | 'agent'
