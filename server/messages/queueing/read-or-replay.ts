import type { Scope } from '#db/context.ts'
import { findAnswers } from '#db/claim-key.ts'
import { AppError } from '#lib/errors.ts'
import type { Idempotency, StoredAnswer } from '#lib/idempotency.ts'

/**
 * Returns the result of `read`, or the stored answer of an earlier request with the key if `read` refuses this one: what it
 * checks, such as the country of the workspace, can have changed since.
 *
 * @throws {AppError} idempotency_key_reused, and those of `read` when no answer is stored
 */
export async function readOrReplay<T>(
  scope: Scope,
  idempotency: Idempotency | undefined,
  read: () => Promise<T>,
): Promise<{ input: T } | { stored: StoredAnswer }> {
  try {
    return { input: await read() }
  } catch (err) {
    const isRefused = idempotency !== undefined && err instanceof AppError
    const stored = isRefused && (await findAnswers(scope, [idempotency]))(idempotency)
    if (!stored) throw err
    return { stored }
  }
}
