import { findErasedKeys } from '#contacts/record-erased-keys.ts'
import type { Scope } from '#db/context.ts'
import { updateTable } from '#db/select-from.ts'
import { firstOf } from '#lib/first-of.ts'
import { itemAt } from '#lib/item-at.ts'
import type { Customer, Item } from '#platforms/item.ts'
import { findPlatformByAddress } from '#platforms/registry/platforms.ts'
import type { PendingPayload } from './pending-payload.ts'
import { prunePayload } from './prune-payload.ts'
import { parsePayload, readItems } from '#platforms/registry/read-items.ts'

type StoredPayload = Pick<PendingPayload, 'id' | 'platform' | 'body' | 'received_at'>
type ReadPayload = { payload: StoredPayload; items: Item[] }

/** Looks up when a value that belonged to an erased contact was erased. */
type ErasedAt = (value: string) => Date | undefined

/**
 * Replaces items about erased contacts: everything that arrived before the erasure, and later reports about messages
 * from before it. A new message of the customer stays. Runs after the payloads were locked, because an erasure locks
 * the pending payloads of its contact first.
 */
export async function dropErased<P extends ReadPayload>(tx: Scope, read: P[]): Promise<P[]> {
  const erasedAt = await findErasedKeys(tx, () =>
    read.flatMap(({ items }) => items.flatMap((item) => [...idsOf(item), ...addressesOf(item)])),
  )
  return read.map((each) => ({
    ...each,
    items: each.items.map((item): Item =>
      isErased(item, each.payload.received_at, erasedAt)
        ? { kind: 'kept', about: item.kind, reason: 'erased' }
        : item,
    ),
  }))
}

/** Removes the items that `dropErased` replaced from the stored bodies of their payloads, `before` them. */
export async function scrubErased(
  tx: Scope,
  before: ReadPayload[],
  after: ReadPayload[],
): Promise<void> {
  for (const [index, { payload, items }] of after.entries()) {
    const body = scrub(payload, itemAt(before, index).items, items)
    if (body === undefined) continue
    await updateTable(tx, 'inbound_payloads')
      .set({ body: body ?? Buffer.from('{}') })
      .where('id', '=', payload.id)
      .execute()
  }
}

/**
 * Returns the body of a processed payload without the items that `dropErased` would drop now; null when it has no
 * others, undefined when it has none of them.
 */
export async function findScrubbedBody(
  tx: Scope,
  payload: StoredPayload,
): Promise<Buffer | null | undefined> {
  const before = { payload, items: readItems(payload, payload.received_at) }
  const after = firstOf(await dropErased(tx, [before]))
  return scrub(payload, before.items, after.items)
}

function scrub(payload: StoredPayload, before: Item[], after: Item[]): Buffer | null | undefined {
  const dropped = before.filter((item, place) => item !== after[place])
  if (dropped.length === 0) return undefined
  if (dropped.length === after.length) return null
  const kept = new Set(after.flatMap((item) => [...idsOf(item), ...addressesOf(item)]))
  // A message also names its sender in another list of the payload.
  const gone = dropped.flatMap((item) => [
    ...idsOf(item),
    ...(item.kind === 'message' ? addressesOf(item) : []),
  ])
  const erased = new Set(gone.filter((text) => !kept.has(text)))
  const parsed = parsePayload(findPlatformByAddress(payload.platform), payload.body)
  return Buffer.from(JSON.stringify(prunePayload(parsed, (text) => erased.has(text))))
}

function isErased(item: Item, receivedAt: Date, erasedAt: ErasedAt): boolean {
  if (idsOf(item).some((id) => erasedAt(id))) return true
  const at = timeOf(item, receivedAt)
  return addressesOf(item).some((address) => {
    const erased = erasedAt(address)
    return erased !== undefined && at <= erased
  })
}

/** Returns the time that decides whether an item is from before an erasure. */
function timeOf(item: Item, receivedAt: Date): Date {
  if (item.kind === 'message' && item.message.origin !== null) return item.message.at
  if (item.kind === 'watermark') return item.watermark.until ?? item.at
  if (item.kind === 'status') return item.status.at
  return receivedAt
}

/** Returns the ids of the messages that an item is, or speaks of. */
function idsOf(item: Item): string[] {
  if (item.kind === 'message') return [item.message.platformMessageId]
  if (item.kind === 'update') return [item.update.platformMessageId]
  if (item.kind !== 'status') return []
  return [item.status.platformMessageId, ...(item.status.ownId ? [item.status.ownId] : [])]
}

function addressesOf(item: Item): string[] {
  if (item.kind === 'message') return ofCustomer(item.message.customer)
  if (item.kind === 'update') return item.update.actors
  if (item.kind === 'watermark') return [item.watermark.recipient]
  if (item.kind === 'status')
    return Object.values(item.status.details ?? {}).filter((value) => typeof value === 'string')
  const { person, handover } = item.kind === 'event' ? item.event : {}
  if (handover) return ofCustomer(handover.of)
  if (!person) return []
  return person.change === 'identity'
    ? [...ofCustomer(person.from), ...ofCustomer(person.to)]
    : ofCustomer(person.of)
}

function ofCustomer({ addresses, identities, phoneE164, username }: Customer): string[] {
  return [
    ...addresses,
    ...identities.map(({ value }) => value),
    ...(phoneE164 === undefined ? [] : [phoneE164]),
    ...(username === undefined ? [] : [username.value]),
  ]
}
