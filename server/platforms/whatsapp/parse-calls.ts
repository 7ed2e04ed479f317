import { callText, callTime, toCall } from '../to-call.ts'
import type { CallReport } from '../to-call.ts'
import type { Attempt, Reading } from '../item.ts'
import type { Part } from '../part.ts'
import { problemOf } from '../problem-of.ts'
import { toList, toRecord, toStorable, toText } from '../to-storable.ts'
import { toTime } from '../to-time.ts'
import { toCustomer, toUserId, toWaId, withContact } from './to-customer.ts'
import { PLATFORM_ID_CHARACTERS_MAX } from './parse-message.ts'

type Node = Record<string, unknown>

/** Fields of a report that are kept beside its times. The session, which describes the audio, is not. */
const DETAIL_KEYS = [
  'errors',
  'deeplink_payload',
  'cta_payload',
  'biz_opaque_callback_data',
  'call_recording',
  'call_transcript',
]

/**
 * Parses reports about calls. Every report becomes the message of its call, which is computed from all of them; so a
 * call can be known first by its end. Source: Cloud API, "Calling: webhooks".
 */
export function parseCalls({ value }: Part, receivedAt: Date, attempt: Attempt): Reading[] {
  const ours = toRecord(value['metadata'])['display_phone_number']
  const frame = { contacts: value['contacts'], errors: value['errors'], ours, receivedAt }
  const statuses = toList(value['statuses']).map(toRecord)
  return [
    ...toList(value['calls']).map((node) =>
      attempt('call', () => parseEvent(toRecord(node), frame)),
    ),
    ...statuses.map((node) => attempt('call', () => parseCallStatus(node, frame))),
  ]
}

type Frame = { contacts: unknown; errors: unknown; ours: unknown; receivedAt: Date }

function parseEvent(node: Node, frame: Frame): Reading {
  const isOutbound = node['direction'] === 'BUSINESS_INITIATED'
  // Documents disagree on the sides of calls of the business, so the customer is the side that is not our number.
  const own = digits(frame.ours)
  const number = [node['from'], node['to']].find((each) => toWaId(each) && digits(each) !== own)
  const side = isOutbound ? 'to' : 'from'
  const duration = Number(node['duration'])
  return toReading(node, frame, {
    direction: isOutbound ? 'outbound' : 'inbound',
    ids: {
      waId: toWaId(number),
      userId: toUserId(node[`${side}_user_id`]),
      parentUserId: toUserId(node[`${side}_parent_user_id`]),
    },
    report: {
      key: toText(node['event'], 100)?.toLowerCase() ?? 'unknown',
      status: toText(node['status'], 100),
      started_at: toIso(node['start_time'], frame.receivedAt),
      ended_at: toIso(node['end_time'], frame.receivedAt),
      duration_seconds:
        node['duration'] !== undefined && Number.isFinite(duration) ? duration : undefined,
    },
  })
}

/** Parses the status of a call of the business: it rings, was accepted or was rejected. */
function parseCallStatus(node: Node, frame: Frame): Reading {
  return toReading(node, frame, {
    direction: 'outbound',
    ids: {
      waId: toWaId(node['recipient_id']),
      userId: toUserId(node['recipient_user_id']),
      parentUserId: toUserId(node['recipient_parent_user_id'] ?? node['parent_recipient_user_id']),
    },
    report: { key: toText(node['status'], 100)?.toLowerCase() ?? 'unknown' },
  })
}

function toReading(
  node: Node,
  { contacts, errors, receivedAt }: Frame,
  given: {
    direction: 'inbound' | 'outbound'
    ids: { waId: string | undefined; userId: string | undefined; parentUserId: string | undefined }
    report: Omit<CallReport, 'at'>
  },
): Reading {
  const { direction, ids } = given
  const platformMessageId = toText(node['id'], PLATFORM_ID_CHARACTERS_MAX)
  const problem = problemOf('call', platformMessageId)
  if (platformMessageId === undefined) return problem('no_id')
  const customer = toCustomer(withContact(ids, contacts))
  if (!customer) return problem('no_sender')
  const details = toStorable(
    Object.fromEntries(
      DETAIL_KEYS.flatMap((key) => {
        const value = node[key] ?? (key === 'errors' ? errors : undefined)
        return value === undefined ? [] : [[key, value]]
      }),
    ),
  ) as Node
  const call = toCall(direction, [
    {
      ...given.report,
      at: toTime(node['timestamp'], receivedAt).toISOString(),
      ...(Object.keys(details).length > 0 && { details }),
    },
  ])
  const isInbound = direction === 'inbound'
  return {
    kind: 'message',
    message: {
      platformMessageId,
      direction,
      origin: isInbound ? null : 'echo',
      customer,
      groupId: undefined,
      type: 'call',
      text: callText(call),
      media: null,
      // Without the fields that are undefined, as they are read back.
      content: JSON.parse(JSON.stringify({ call })),
      replyTo: undefined,
      referral: undefined,
      at: callTime(call),
      opensWindow: isInbound,
      isSilent: false,
      status: isInbound ? 'received' : 'sent',
    },
  }
}

function toIso(value: unknown, receivedAt: Date): string | undefined {
  return value === undefined ? undefined : toTime(value, receivedAt).toISOString()
}

function digits(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/\D/g, '') : ''
}
