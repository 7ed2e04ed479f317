import type { Item, Reading } from './item.ts'
import { readPagePart } from './pages/read-page-part.ts'
import { readParts, readPlatform } from './read-parts.ts'
import { readWhatsAppPart } from './whatsapp/read-whatsapp-part.ts'

/**
 * Every item of a payload's bytes: all entries, lists, messages and statuses, in their order. Never throws: an item
 * that cannot be read is a `problem` of its own.
 */
export function readItems(body: Buffer, receivedAt: Date): Item[] {
  let payload: unknown
  try {
    payload = JSON.parse(body.toString('utf8'))
  } catch {
    return [{ kind: 'problem', about: 'payload', reason: 'not_json' }]
  }
  const platform = readPlatform(payload)
  const parts = readParts(payload)
  if (!platform || !parts) return [{ kind: 'kept', about: 'payload', reason: 'unknown_shape' }]
  return parts.flatMap((part): Item[] => {
    const source = { platform, account: part.account, businessAccount: part.businessAccount }
    return attemptAll(part.field || 'change', () =>
      platform === 'whatsapp'
        ? readWhatsAppPart(part, receivedAt, attempt)
        : readPagePart(platform, part, receivedAt),
    ).map((reading): Item =>
      reading.kind === 'problem' || reading.kind === 'kept' ? reading : { ...source, ...reading },
    )
  })
}

function attempt(about: string, read: () => Reading): Reading {
  return attemptAll(about, () => [read()])[0]!
}

function attemptAll(about: string, read: () => Reading[]): Reading[] {
  try {
    return read()
  } catch (err) {
    // A node of thousands of nested levels exhausts the stack.
    const reason = err instanceof RangeError ? 'too_deep' : 'unreadable'
    return [{ kind: 'problem', about, reason }]
  }
}
