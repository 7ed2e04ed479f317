import type { Attempt, Reading } from '../item.ts'
import type { Part } from '../part.ts'
import { toList, toRecord } from '../to-storable.ts'
import { toUserId, toWaId } from './to-customer.ts'
import type { CustomerIds } from './to-customer.ts'
import { parseMessage } from './parse-message.ts'
import { parseErrors } from './parse-events.ts'

/**
 * Parses the messages of a history, which either side wrote. Their files follow later, under `messages`. A history
 * that the business declined to share is an error. Source: Cloud API, "Webhooks: history".
 */
export function parseHistory(part: Part, receivedAt: Date, attempt: Attempt): Reading[] {
  const { value } = part
  const chunks = toList(value['history']).map(toRecord)
  const threads = chunks.flatMap((chunk) => toList(chunk['threads']).map(toRecord))
  const errors = chunks.flatMap((chunk) =>
    parseErrors({ ...part, value: { errors: chunk['errors'] } }, receivedAt),
  )
  const read = (node: unknown, ids?: CustomerIds) => attempt('message', () => readOne(node, ids))
  const readOne = (node: unknown, ids?: CustomerIds) => {
    const message = toRecord(node)
    const isOurs = ids
      ? !isFrom(message, ids)
      : digits(message['from']) === digits(toRecord(value['metadata'])['display_phone_number'])
    return parseMessage(node, {
      direction: isOurs ? 'outbound' : 'inbound',
      origin: 'history',
      contacts: value['contacts'],
      ...(ids && { ids }),
      receivedAt,
    })
  }
  const threaded = threads.flatMap((thread) => {
    const context = toRecord(thread['context'])
    const ids: CustomerIds = {
      waId: toWaId(thread['id']) ?? toWaId(context['wa_id']),
      userId: toUserId(thread['id']) ?? toUserId(context['user_id']),
    }
    return toList(thread['messages']).map((node) => read(node, ids))
  })
  const files = toList(value['messages']).map((node) => read(node))
  return [...errors, ...threaded, ...files]
}

function isFrom(message: Record<string, unknown>, { waId, userId }: CustomerIds): boolean {
  return (
    (waId !== undefined && digits(message['from']) === waId) ||
    (userId !== undefined && message['from_user_id'] === userId)
  )
}

function digits(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).replace(/\D/g, '')
    : ''
}
