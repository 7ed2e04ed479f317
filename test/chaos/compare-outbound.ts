import type { Accepted } from './chaos-load.ts'
import type { ShownChat, ShownMessage } from './read-parley.ts'
import type { Platform, SentEntry } from './read-platform.ts'

/** The result of comparing sent messages: `repeats` counts messages that the platform has twice, by reason. */
type OutboundFindings = {
  problems: string[]
  repeats: Record<string, number>
  /** Our ids of those messages. */
  repeated: Set<string>
}

/** Statuses have whole seconds, and chaos repeats some a second later. */
const TIME_MS = 2_000

/**
 * Reports differences between what the API accepted, what the platform has, and what the conversations show; explains
 * messages that exist twice.
 */
export async function compareOutbound(
  accepted: Accepted[],
  platform: Platform,
  chats: ShownChat[],
): Promise<OutboundFindings> {
  const findings: OutboundFindings = { problems: [], repeats: {}, repeated: new Set() }
  const { problems, repeats, repeated } = findings
  const shown = chats.flatMap((chat) =>
    chat.messages.filter((each) => each.direction !== 'inbound'),
  )
  const byId = Map.groupBy(shown, (each) => each.id)
  const entriesOf = Map.groupBy(platform.sent, (entry) => entry.ourId)
  if (shown.length !== accepted.length)
    problems.push(`${accepted.length} messages were taken, ${shown.length} are shown`)
  for (const ourId of entriesOf.keys())
    if (!byId.has(ourId)) problems.push(`the platform has ${ourId}, which the chats do not show`)
  for (const { id, customer } of accepted) {
    const [message, ...more] = byId.get(id) ?? []
    if (!message || more.length > 0 || message.chatId !== customer.chatId) {
      problems.push(`${id} is not shown once in the chat with ${customer.id}`)
      continue
    }
    const entries = entriesOf.get(id) ?? []
    problems.push(...compareStatuses(message, entries))
    if (entries.length < 2) continue
    repeated.add(id)
    const why = await explainRepeat(message, entries, platform)
    if ('problem' in why) problems.push(why.problem)
    else repeats[why.reason] = (repeats[why.reason] ?? 0) + 1
  }
  problems.push(...compareOrder(chats, platform.sent))
  return findings
}

const ranks: Record<string, number> = { sent: 1, delivered: 2, read: 3, played: 3 }

/** Checks that each reported status is in the trail at its time, and that the furthest is the message's. */
function compareStatuses(message: ShownMessage, entries: SentEntry[]): string[] {
  const { id, status, statuses, attempts } = message
  if (entries.length === 0)
    return [`${id} never reached the platform: ${status}, ${JSON.stringify(attempts)}`]
  const problems: string[] = []
  const reported = new Map<string, number>()
  for (const entry of entries)
    for (const each of entry.statuses) {
      if (!each.isAcknowledged) problems.push(`${each.status} of ${id} was never acknowledged`)
      reported.set(`${entry.id} ${each.status}`, each.at)
    }
  for (const [key, at] of reported) {
    const known = statuses.get(key)
    if (known === undefined) problems.push(`${id} lacks the status ${key}`)
    else if (Math.abs(known - at) > TIME_MS)
      problems.push(`${id} has ${key} at ${known}, the platform said ${at}`)
  }
  for (const key of statuses.keys())
    if (!reported.has(key)) problems.push(`${id} has the status ${key}, which nobody reported`)
  const names = entries.flatMap((entry) => entry.statuses.map((each) => each.status))
  const expected = furthest(names)
  if (status !== expected) problems.push(`${id} is ${status}, not ${expected} (${names.join()})`)
  return problems
}

function furthest(names: string[]): string {
  const reached = Math.max(0, ...names.map((name) => ranks[name] ?? 0))
  if (reached < 2 && names.includes('failed')) return 'failed'
  return ['queued', 'sent', 'delivered', 'read'][reached]!
}

/** Explains a repetition, which is allowed only if no status was taken before the attempt that repeated it started. */
async function explainRepeat(
  { id, attempts }: ShownMessage,
  entries: SentEntry[],
  platform: Platform,
): Promise<{ reason: string } | { problem: string }> {
  const inOrder = entries.toSorted((a, b) => a.receivedAt - b.receivedAt)
  let reason = ''
  for (const [index, entry] of inOrder.slice(0, -1).entries()) {
    const next = inOrder[index + 1]!
    if (attempts.some((each) => each.outcome === 'accepted' && each.platformId === entry.id))
      return { problem: `${id} was sent again after ${entry.id} was recorded as accepted` }
    const times = await Promise.all(
      entry.statuses.map((each) => platform.acknowledgedAt(each.webhookId)),
    )
    const toldAt = Math.min(...times.map((time) => time ?? Infinity))
    const startedAt = startOf(next, attempts)
    if (toldAt < startedAt) {
      const ms = startedAt - toldAt
      return { problem: `${id} was sent again ${ms} ms after a status of ${entry.id} was taken` }
    }
    const lost = entry.isAnswered ? 'a worker was killed with the answer' : 'the answer was lost'
    reason = `${lost}, and no status had come`
  }
  return { reason }
}

/** Returns when the attempt of an entry started: the one with its platform id, or the last one before it. */
function startOf(entry: SentEntry, attempts: ShownMessage['attempts']): number {
  const mine =
    attempts.find((each) => each.platformId === entry.id) ??
    attempts.filter((each) => each.platformId === null).findLast(({ at }) => at <= entry.receivedAt)
  return mine?.at ?? entry.receivedAt
}

/**
 * Checks that the platform first received the messages of a conversation in the order in which the API accepted them.
 */
function compareOrder(chats: ShownChat[], sent: SentEntry[]): string[] {
  const places = new Map<string, number>()
  for (const [place, { ourId }] of sent.entries()) if (!places.has(ourId)) places.set(ourId, place)
  return chats.flatMap(({ id, messages }) => {
    const order = messages.flatMap((each) => places.get(each.id) ?? [])
    return order.some((place, index) => place < (order[index - 1] ?? -1))
      ? [`what was sent to the chat ${id} reached the platform out of order`]
      : []
  })
}
