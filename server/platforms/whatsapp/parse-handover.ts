import type { HolderRole } from '#shared/conversations.ts'
import { fingerprintOf } from '../fingerprint-of.ts'
import type { Customer, Reading } from '../item.ts'
import type { Part } from '../part.ts'
import { toList, toRecord, toStorable, toText } from '../to-storable.ts'
import { toTime } from '../to-time.ts'
import { toCustomer, toUserId, toWaId } from './to-customer.ts'

/** Longest reason and summary that are stored; the platform allows a reason of 2,000 characters. */
const REASON_CHARACTERS_MAX = 2_000
const SUMMARY_CHARACTERS_MAX = 10_000

type Node = Record<string, unknown>

/**
 * Parses a handover: control of a conversation was passed to us, or taken from us. A release is never reported, and a
 * handover without a sender concerns no known conversation. Source: Cloud API, "messaging_handovers".
 */
export function parseHandover({ value, account }: Part, receivedAt: Date): Reading {
  const sender = toRecord(value['sender'])
  const of = toCustomer({
    waId: toWaId(sender['phone_number'] ?? sender['wa_id']),
    userId: toUserId(sender['user_id']),
  })
  const type = toText(value['type'], 100)
  const isOurs = value['control_passed'] !== undefined
  const control = toRecord(value[isOurs ? 'control_passed' : 'control_taken'])
  const isKnown = isOurs || value['control_taken'] !== undefined
  return toHandoverEvent({
    account,
    of: isKnown ? of : undefined,
    holder: isOurs ? 'workspace' : 'other',
    role: toRole(
      isOurs
        ? (control['previous_owner_role'] ?? control['previous_owner_app_role'])
        : (control['new_owner_role'] ?? control['new_owner_app_role']),
    ),
    event: type,
    data: value,
    control,
    at: toTime(value['timestamp'], receivedAt),
  })
}

/**
 * Parses the summary that comes beside a message when a conversation is routed to us without a handover; undefined
 * without one. Source: Cloud API, "Conversation Routing".
 */
export function parseContext(
  { value, account }: Part,
  of: Customer | undefined,
  receivedAt: Date,
): Reading | undefined {
  const context = value['conversation_context']
  if (context === undefined) return undefined
  const [message] = toList(value['messages']).map(toRecord)
  return toHandoverEvent({
    account,
    of,
    holder: 'workspace',
    role: undefined,
    event: 'conversation_context',
    data: { conversation_context: context, message_id: message?.['id'] },
    control: { conversation_context: context },
    at: toTime(message?.['timestamp'], receivedAt),
  })
}

function toHandoverEvent(given: {
  account: string | undefined
  of: Customer | undefined
  holder: 'workspace' | 'other'
  role: HolderRole | undefined
  event: string | undefined
  data: Node
  control: Node
  at: Date
}): Reading {
  const { account, of, holder, role, event, data, control, at } = given
  const context = toRecord(control['conversation_context'])
  const summary = toText(toRecord(context['summary'])['text'], SUMMARY_CHARACTERS_MAX)
  return {
    kind: 'event',
    event: {
      field: 'messaging_handovers',
      event,
      data: toStorable(data),
      at,
      // Differs from that of releases which only recorded it, so that reprocessing an old payload applies it.
      fingerprint: fingerprintOf('handover', account ?? null, data),
      handover: of && {
        of,
        holder,
        role,
        reason: toText(control['metadata'], REASON_CHARACTERS_MAX),
        summary,
      },
    },
  }
}

/** Returns which app a role of the platform means. Source: Cloud API, "Conversation Routing: roles". */
function toRole(role: unknown): HolderRole | undefined {
  if (typeof role !== 'string' || role === '') return undefined
  return role === 'ai_agent' || role === 'meta_business_agent' ? 'platform_agent' : 'another_app'
}
