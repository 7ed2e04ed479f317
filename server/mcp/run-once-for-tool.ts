import { createHash } from 'node:crypto'
import type { Scope } from '#db/context.ts'
import { runOnce } from '#db/run-once.ts'
import { firstOf } from '#lib/first-of.ts'
import type { Idempotency, StoredAnswer } from '#lib/idempotency.ts'

/** The input of a tool that writes; its values are no objects. */
type WritingInput = Record<string, unknown> & { idempotency_key?: string | undefined }

/**
 * Returns the key under which a call of a tool runs at most once for a day: the given one, or one derived from the caller
 * and the input, because models repeat a call when they are unsure whether it succeeded.
 */
export function nameCall({ actor }: Scope, tool: string, input: WritingInput): Idempotency {
  const { idempotency_key: given, ...fields } = input
  const content = JSON.stringify(fields, Object.keys(fields).toSorted())
  const digest = createHash('sha256').update(`${actor.id}\n${tool}\n${content}`).digest()
  // The two kinds of keys have routes of their own, so that no given key is a derived one.
  return given === undefined
    ? { route: `MCP ${tool} by input`, key: digest.toString('base64url'), fingerprint: digest }
    : { route: `MCP ${tool}`, key: given, fingerprint: digest }
}

/**
 * Runs `verb` in a transaction, or returns the answer of the first call with the same key.
 *
 * @throws {AppError} idempotency_key_reused, idempotency_key_in_flight, and the errors of `verb`
 */
export async function runOnceForTool(
  scope: Scope,
  idempotency: Idempotency,
  verb: (tx: Scope) => Promise<object>,
): Promise<StoredAnswer> {
  const call = { input: undefined, idempotency }
  const outcome = firstOf(await runOnce(scope, [call], 201, async (tx) => [await verb(tx)]))
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/** Returns the result of a writing tool: the few fields that a model needs, and whether the call was a repeat. */
export function toResult<Body>(
  { body, replayed }: StoredAnswer,
  choose: (body: Body) => object,
): object {
  return { ...choose(JSON.parse(body)), ...(replayed && { repeated: true }) }
}
