import { firstOf } from '#lib/first-of.ts'
import type { Item, Reading } from '../item.ts'
import type { Platform } from '../platform.ts'
import { findPlatformByAddress, findPlatformOfPayload } from './platforms.ts'

/**
 * Reads every item of a payload, in order: all entries, lists, messages and statuses. Never throws: an item that cannot
 * be read becomes a `problem`.
 */
export function readItems(
  { platform: name, body }: { platform: string; body: Buffer },
  receivedAt: Date,
): Item[] {
  const payload = parsePayload(findPlatformByAddress(name), body)
  if (payload === undefined) return [{ kind: 'problem', about: 'payload', reason: 'not_json' }]
  const platform = findPlatformOfPayload(payload)
  if (!platform) return [{ kind: 'kept', about: 'payload', reason: 'unknown_shape' }]
  const { type, reader } = platform
  return reader.readParts(payload).flatMap((part): Item[] => {
    const source = {
      platform: type,
      account: part.account,
      businessAccount: part.businessAccount,
    }
    return attemptAll(part.field || 'change', () => reader.readPart(part, receivedAt, attempt)).map(
      (reading): Item =>
        reading.kind === 'problem' || reading.kind === 'kept' ? reading : { ...source, ...reading },
    )
  })
}

/** Parses a payload's body in the platform's way; undefined when it cannot be parsed. */
export function parsePayload(platform: Platform | undefined, body: Buffer): unknown {
  try {
    return platform ? platform.reader.parse(body) : JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

function attempt(about: string, read: () => Reading): Reading {
  return firstOf(attemptAll(about, () => [read()]))
}

function attemptAll(about: string, read: () => Reading[]): Reading[] {
  try {
    return read()
  } catch (err) {
    // A node with thousands of nested levels exhausts the stack.
    const reason = err instanceof RangeError ? 'too_deep' : 'unreadable'
    return [{ kind: 'problem', about, reason }]
  }
}
