import { AppError } from './errors.ts'

/** The idempotency key of a request: its route, the key, and the SHA-256 of its URL and body. */
export type Idempotency = { route: string; key: string; fingerprint: Buffer }

/** The response to a request: its status and exact body, and whether it repeats the first response. */
export type StoredAnswer = { status: number; body: string; replayed: boolean }

/** The retention time of an idempotency key. */
export const IDEMPOTENCY_MS = 24 * 3_600_000

/** Rejects a key that was used with a different body. @throws {AppError} idempotency_key_reused */
export function checkFingerprint(stored: Buffer, idempotency: Idempotency): void {
  if (!stored.equals(idempotency.fingerprint))
    throw new AppError(
      'idempotency_key_reused',
      'This idempotency key was already used with a different body. Use a new key for a different request.',
    )
}

/** Returns route and key as one text that identifies the key within its workspace, or with `workspaceId` among several. */
export function idempotencyText({
  workspaceId = '',
  route,
  key,
}: Pick<Idempotency, 'route' | 'key'> & { workspaceId?: string }): string {
  return `${workspaceId} ${route} ${key}`
}

/** Returns `calls` without those that repeat the key of an earlier one; `keyOf` returns the key of a call. */
export function withoutRepeats<T>(calls: T[], keyOf: (call: T) => Idempotency | undefined): T[] {
  const seen = new Set<string>()
  return calls.filter((call) => {
    const idempotency = keyOf(call)
    if (!idempotency) return true
    const text = idempotencyText(idempotency)
    return seen.has(text) ? false : seen.add(text)
  })
}
