import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { newId } from '#lib/ids.ts'
import { recordMessageStatuses } from '#messages/state/record-message-statuses.ts'
import type { ReadStatus } from '#platforms/item.ts'
import { createTestChat } from './factories.ts'

/** A message of which the platform reports statuses; by default one to India that was delivered. */
type Charged = {
  at: string
  category: string
  type?: string
  to?: string
  template?: string
  statuses?: string[]
  author_type?: 'member'
  author_id?: string
}

/** Writes messages that were sent, and records the platform's statuses of them with their price information. */
export async function chargeMessages(
  scope: Scope,
  channelId: string,
  messages: Charged[],
): Promise<void> {
  const ids = await insertSent(scope, channelId, messages)
  const reports = messages.flatMap(({ at, statuses = ['sent', 'delivered'], ...message }, index) =>
    statuses.map((status) => toReport(ids[index]!, status, new Date(at), message)),
  )
  await record(scope, channelId, reports)
}

/** Records the platform's statuses of one of these messages again. */
export async function reportAgain(
  scope: Scope,
  channelId: string,
  id: string,
  { at, statuses = [], ...message }: Charged,
): Promise<void> {
  const reports = statuses.map((status) => toReport(id, status, new Date(at), message))
  await record(scope, channelId, reports)
}

/** The sums that a cost report must show. */
type Expected = {
  messages: number
  free: number
  unpriced: number
  undelivered: number
  costs: { currency: string; amount: string }[]
}

/** The prices that `reportCharges` expects, in USD. */
export const CHARGE_PRICES = [
  { country: 'IN', category: 'marketing', price: '0.0118' },
  { country: 'IN', category: 'utility', price: '0.0014' },
  { country: 'MX', category: 'marketing', price: '0.0305' },
  { country: 'GH', category: 'marketing', price: '0.0225' },
  { country: 'KE', category: 'marketing', price: '0.0400' },
] as const
/** The same prices in units of 0.0001. */
const UNITS = new Map(
  CHARGE_PRICES.map(({ country, category, price }) => [
    `${country} ${category}`,
    BigInt(price.replace('0.', '')),
  ]),
)
const NUMBERS: readonly [string, string][] = [
  ['IN', '919812345678'],
  ['MX', '5215550001111'],
  ['GH', '233241234567'],
  ['KE', '254712345678'],
  ['DE', '4915112345678'],
]

/**
 * Writes messages of October and November 2026 on two channels, and reports `statuses` of them through the verb that
 * the worker calls: in batches, in random order, some of them again and again. Returns what the statuses add up to.
 */
export async function reportCharges(
  scope: Scope,
  size: { messages: number; statuses: number; seed: number },
): Promise<Expected> {
  const random = createRandom(size.seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const chats = [await createTestChat(scope), await createTestChat(scope)]
  const expected = { messages: 0, free: 0, unpriced: 0, undelivered: 0 }
  let units = 0n
  const reports: { channelId: string; report: ReadStatus }[] = []
  const first = Date.parse('2026-10-01T00:00:00Z')
  for (const chat of chats) {
    const made = Array.from({ length: size.messages / chats.length }, () => {
      const [country, to] = pick(NUMBERS)
      const category = pick(['marketing', 'utility', 'service'])
      const isFree = category === 'service' || random() < 0.1
      const statuses = pick([
        ['sent', 'delivered', 'read'],
        ['sent', 'read'],
        ['delivered', 'sent'],
        ['sent'],
        ['sent', 'failed'],
      ])
      const isDelivered = statuses.some((status) => status === 'delivered' || status === 'read')
      const price = UNITS.get(`${country} ${category}`)
      if (!isDelivered) expected.undelivered++
      else {
        expected.messages++
        if (isFree) expected.free++
        else if (price === undefined) expected.unpriced++
        else units += price
      }
      const at = new Date(first + Math.floor(random() * 60 * 86_400_000)).toISOString()
      const type = isFree ? 'free_customer_service' : 'regular'
      return { at, category, type, to, statuses }
    })
    const ids = await insertSent(scope, chat.channelId, made, chat)
    for (const [index, { at, statuses, ...message }] of made.entries())
      for (const status of statuses)
        reports.push({
          channelId: chat.channelId,
          report: toReport(ids[index]!, status, new Date(at), message),
        })
  }
  const distinct = reports.length
  while (reports.length < size.statuses) reports.push(reports[Math.floor(random() * distinct)]!)
  const shuffled = reports
    .map((each) => ({ each, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ each }) => each)
  for (let start = 0; start < shuffled.length; start += 1_000)
    for (const [channelId, group] of Map.groupBy(
      shuffled.slice(start, start + 1_000),
      (each) => each.channelId,
    ))
      await record(
        scope,
        channelId,
        group.map(({ report }) => report),
      )
  const digits = String(units).padStart(5, '0')
  const amount = `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/\.?0+$/, '')
  return { ...expected, costs: [{ currency: 'USD', amount }] }
}

async function record(scope: Scope, channelId: string, reports: ReadStatus[]): Promise<void> {
  await transaction(scope, async (tx) => {
    const { events } = await recordMessageStatuses(tx, channelId, reports)
    await recordEvents(tx, events)
  })
}

async function insertSent(
  scope: Scope,
  channelId: string,
  messages: Omit<Charged, 'statuses'>[],
  given?: { id: string; personId: string },
): Promise<string[]> {
  const chat = given ?? (await createTestChat(scope, { channelId }))
  const rows = messages.map(({ at, template, author_type = 'system' as const, author_id }) => {
    const created = new Date(at)
    const id = newId(created)
    return {
      workspace_id: scope.workspaceId,
      id,
      chat_id: chat.id,
      person_id: chat.personId,
      channel_id: channelId,
      direction: 'outbound' as const,
      type: template === undefined ? 'text' : 'template',
      content: template === undefined ? null : JSON.stringify({ template: { name: template } }),
      status: 'sent' as const,
      author_type,
      author_id: author_id ?? null,
      platform_message_id: `wamid.${id}`,
      created_at: created,
    }
  })
  for (let start = 0; start < rows.length; start += 1_000)
    await scope.db
      .insertInto('messages')
      .values(rows.slice(start, start + 1_000))
      .execute()
  return rows.map(({ id }) => id)
}

function toReport(
  id: string,
  status: string,
  at: Date,
  { category, type = 'regular', to = '919812345678' }: Pick<Charged, 'category' | 'type' | 'to'>,
): ReadStatus {
  const isPriced = status === 'sent' || status === 'delivered'
  return {
    platformMessageId: `wamid.${id}`,
    status,
    participant: '',
    at,
    error: status === 'failed' ? { code: '131026', message: 'Undeliverable' } : null,
    ownId: undefined,
    details: {
      recipient_id: to,
      ...(isPriced && {
        pricing: { billable: type === 'regular', pricing_model: 'PMP', type, category },
      }),
    },
  }
}

/** Returns numbers from 0 to 1 that depend on `seed` alone. Source: Mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
