import type { Attempt, Reading } from '../item.ts'
import type { Part } from '../part.ts'
import { toList, toRecord, toText } from '../to-storable.ts'
import { parseErrors } from './parse-events.ts'
import { parseMessage } from './parse-message.ts'
import { parseStatus } from './parse-status.ts'
import { renderTemplate } from './render-template.ts'

/**
 * Parses what is reported while another app holds the conversation: the customer's messages, what that app sent
 * (echoes) and the statuses of it. The lists are one level deeper than those of live messages; some senders write them
 * beside `standby`, which is read too. Source: Cloud API, "Standby webhooks".
 */
export function parseStandby(part: Part, receivedAt: Date, attempt: Attempt): Reading[] {
  const body = { ...part.value, ...toRecord(part.value['standby']) }
  const contacts = body['contacts']
  const frame = { contacts, receivedAt, isStandby: true }
  return [
    ...toList(body['messages']).map((node) =>
      attempt('message', () =>
        parseMessage(node, { ...frame, direction: 'inbound', origin: null }),
      ),
    ),
    ...toList(body['message_echoes']).map((node) =>
      attempt('message', () =>
        parseMessage(toMessageNode(toRecord(node)), {
          ...frame,
          direction: 'outbound',
          origin: 'echo',
        }),
      ),
    ),
    ...toList(body['statuses']).map((node) =>
      attempt('status', () => parseStatus(node, receivedAt)),
    ),
    ...parseErrors({ ...part, value: body }, receivedAt),
  ]
}

/**
 * Returns an echo in the form of a message node. Its `message` is the body of the request that sent it, and a template
 * comes with its definition beside it. A node that has the form already stays.
 */
function toMessageNode(echo: Record<string, unknown>): Record<string, unknown> {
  const { message, template, flow, ...envelope } = echo
  const { to, recipient, context, recipient_type, ...sent } = toRecord(message)
  const { messaging_product: _, ...node } = sent
  if (Object.keys(node).length === 0) return echo
  const answered = toText(toRecord(context)['message_id'], 512)
  return {
    ...node,
    ...envelope,
    to: typeof to === 'string' ? to.replaceAll(/\D/g, '') : to,
    to_user_id: recipient,
    ...(recipient_type === 'group' && { group_id: to }),
    ...(answered !== undefined && { context: { id: answered } }),
    ...(node['type'] === undefined && node['text'] !== undefined && { type: 'text' }),
    ...(node['type'] === 'template' && {
      rendered: renderTemplate(toRecord(node['template']), toRecord(template)),
    }),
    ...(flow !== undefined && { flow }),
  }
}
