import { recordLeads } from '#contacts/record-lead.ts'
import type { Scope } from '#db/context.ts'
import { entryOf } from '#lib/entry-of.ts'
import { chatEvents } from '#conversations/chat-events.ts'
import { recordChatChanges } from '#conversations/record-chat-changes.ts'
import { adoptEarlierReports } from '../state/adopt-earlier-reports.ts'
import { endOfWindow } from '../state/end-of-window.ts'
import { findByPlatformIds, platformIdKey, rowKey } from '../state/find-by-platform-ids.ts'
import type { FoundMessage } from '../state/find-by-platform-ids.ts'
import { recordFurtherReports } from './record-further-reports.ts'
import { insertPlatformMessages } from './insert-platform-messages.ts'
import type { NewEvent } from '#events/new-event.ts'
import type { PlatformMessage } from './platform-message.ts'
import type { MessageRow } from '../state/save-message-changes.ts'
import { updateConversations } from './update-conversations.ts'
import { recordRatings } from './record-ratings.ts'
import { recordOptOutRequests } from './record-opt-out-requests.ts'
import { matchConversations, conversationKey } from './match-conversations.ts'
import { toMessage } from '../schema.ts'

/** The result of recording a message: a repetition changes nothing. */
type MessageOutcome = { messageId: string; result: 'recorded' | 'repeated' }

/**
 * Records messages that a platform reports. Each changes its contact and its conversation (created if new): last
 * message, unread count and window. Also records the file to download and the lead of an advertisement. A message that
 * is already stored, or occurs twice in the list, is a repeat; a placeholder is replaced by its message.
 *
 * Runs in the caller's transaction, which records `events` at its end, in a bounded number of statements. Locks:
 * contacts, then conversations, each in id order.
 */
export async function recordPlatformMessages(
  tx: Scope,
  inputs: PlatformMessage[],
): Promise<{ outcomes: MessageOutcome[]; events: NewEvent[] }> {
  const known = await findByPlatformIds(tx, inputs)
  const seen = new Set<string>()
  const fresh = inputs.filter((input) => {
    const key = platformIdKey(input)
    const before = known.get(key)
    const isNew = before
      ? before.type === 'placeholder' && input.type !== 'placeholder'
      : !seen.has(key)
    seen.add(key)
    return isNew
  })
  // A message that is reported both in standby and to us was ours; the order of the reports does not matter.
  const ours = new Set(inputs.filter((each) => each.heldBy === 'workspace').map(platformIdKey))
  for (const input of fresh) if (ours.has(platformIdKey(input))) input.heldBy = 'workspace'
  const repeated = inputs.filter((input) => !fresh.includes(input))
  if (fresh.length === 0) return recordRepeated(tx, { inputs, repeated, known, written: new Map() })
  // Ids follow the platform's times, and within one second the order of arrival.
  const ordered = fresh.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const { conversations, createdChats, filledPeople } = await matchConversations(tx, ordered)
  const inserted = await insertPlatformMessages(tx, ordered, conversations)
  const { rows, events: changed } = await adoptEarlierReports(tx, inserted)
  const written = new Map(rows.map((row) => [rowKey(row), row]))
  const arrived = ordered.flatMap((input) => {
    const row = written.get(platformIdKey(input))
    const { isBlocked, commentUntil } = entryOf(conversations, conversationKey(input))
    const isAnnounced =
      input.direction === 'inbound' &&
      input.origin === null &&
      !input.isSilent &&
      // A blocked contact's messages are stored, but neither announced nor unread.
      !isBlocked
    return row
      ? [
          {
            input,
            row,
            isAnnounced,
            commentUntil,
            windowEndsAt: windowOf(input, row),
            isSilent: input.isSilent,
            heldBy: input.heldBy,
          },
        ]
      : []
  })
  const { asides, events: rated } = await recordRatings(tx, arrived)
  const recorded = arrived.map((each) => {
    const isAside = asides.has(each.row.id)
    return { ...each, isAside, isAnnounced: each.isAnnounced && !isAside }
  })
  const { reopened, handedOver } = await updateConversations(tx, recorded)
  for (const { id: chatId, from, personId } of reopened)
    await recordChatChanges({ ...tx, actor: { type: 'person', id: personId } }, [
      { chatId, kind: 'reopened', data: { from } },
    ])
  await recordLeads(
    tx,
    recorded.flatMap(({ input, row }) =>
      input.referral
        ? [
            {
              personId: row.person_id,
              source: input.referral.source,
              campaign: input.referral.campaign,
              details: { referral: input.referral.details, message_id: row.id },
              at: row.created_at,
            },
          ]
        : [],
    ),
  )
  const optedOut = await recordOptOutRequests(tx, recorded)
  const events = [
    ...filledPeople.map((data) => ({ type: 'contact.updated' as const, data })),
    ...(await chatEvents(tx, 'conversation.created', createdChats)),
    ...(await chatEvents(
      tx,
      'conversation.updated',
      [...new Set([...reopened.map((chat) => chat.id), ...handedOver])].filter(
        (id) => !createdChats.includes(id),
      ),
    )),
    ...recorded.flatMap(({ input, row, isAnnounced }) =>
      messageEvents(tx, input, row, isAnnounced),
    ),
    ...changed,
    ...rated,
    ...optedOut,
  ]
  // Another transaction recorded the same message at the same moment.
  if (rows.length < ordered.length)
    for (const [key, found] of await findByPlatformIds(tx, ordered)) known.set(key, found)
  const others = await recordRepeated(tx, { inputs, repeated, known, written })
  return { events: [...events, ...others.events], outcomes: others.outcomes }
}

/** Records what repeated messages add, such as further reports about a call, and returns all outcomes. */
async function recordRepeated(
  tx: Scope,
  given: {
    inputs: PlatformMessage[]
    repeated: PlatformMessage[]
    known: Map<string, FoundMessage>
    written: Map<string, MessageRow>
  },
): Promise<{ outcomes: MessageOutcome[]; events: NewEvent[] }> {
  const { inputs, repeated, known, written } = given
  const idOf = (input: PlatformMessage) =>
    written.get(platformIdKey(input))?.id ?? known.get(platformIdKey(input))!.id
  const { added, events } = await recordFurtherReports(
    tx,
    repeated.map((input) => ({ input, messageId: idOf(input) })),
  )
  const outcomes = toOutcomes(inputs, known, written).map((outcome, index): MessageOutcome => {
    const isAdded = added.has(inputs[index]!)
    return isAdded ? { ...outcome, result: 'recorded' } : outcome
  })
  return { outcomes, events }
}

function toOutcomes(
  inputs: PlatformMessage[],
  known: Map<string, FoundMessage>,
  written: Map<string, MessageRow>,
): MessageOutcome[] {
  const first = new Map(written)
  return inputs.map((input) => {
    const key = platformIdKey(input)
    const messageId = written.get(key)?.id ?? known.get(key)!.id
    return { messageId, result: first.delete(key) ? 'recorded' : 'repeated' }
  })
}

/** Imported history records no events, because it may be thousands of old messages. */
function messageEvents(
  tx: Scope,
  { origin }: PlatformMessage,
  row: MessageRow,
  isAnnounced: boolean,
): NewEvent[] {
  if (isAnnounced) return [{ type: 'message.received', data: toMessage(tx, row) }]
  return origin === 'echo' ? [{ type: 'message.echoed', data: toMessage(tx, row) }] : []
}

function windowOf({ opensWindow, channelType }: PlatformMessage, row: MessageRow): Date | null {
  return opensWindow ? endOfWindow(channelType, row.created_at) : null
}
