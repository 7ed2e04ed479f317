import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import { deriveKey, keyRingOf } from '#lib/encrypt.ts'

/** Bytes of a digest: enough that two values never share one. */
const DIGEST_BYTES = 16

/**
 * Stores keyed hashes of addresses and message ids of erased contacts, so that late reports about them are recognized
 * and dropped. Without SECRET_KEY they reveal nothing.
 */
export async function recordErasedKeys(tx: Scope, values: string[], at: Date): Promise<void> {
  if (values.length === 0) return
  const [key] = keysOf(tx)
  const digests = [...new Set(values.map((value) => digestOf(tx, key!, value)))]
  await sql`
    insert into erased_keys (workspace_id, digest, erased_at)
    select ${tx.workspaceId}::uuid, decode(digest, 'hex'), ${at}::timestamptz
    from unnest(${digests}::text[]) as digest
    order by digest
    on conflict (workspace_id, digest) do update
      set erased_at = greatest(erased_keys.erased_at, excluded.erased_at)`.execute(tx.db)
}

/**
 * Finds which of `valuesOf()` belonged to erased contacts. The returned function returns when a value was erased. Costs
 * one query in a workspace that has erased nobody.
 */
export async function findErasedKeys(
  scope: Scope,
  valuesOf: () => string[],
): Promise<(value: string) => Date | undefined> {
  const some = await findAny(scope, ['any'])
  if (some.length === 0) return () => undefined
  const keys = keysOf(scope)
  const values = [...new Set(valuesOf())]
  const digests = values.flatMap((value) => keys.map((key) => digestOf(scope, key, value)))
  const { rows } = await sql<{ digest: string; erased_at: Date }>`
    select encode(digest, 'hex') as digest, erased_at from erased_keys
    where workspace_id = ${scope.workspaceId}
      and digest = any (array(select decode(hex, 'hex') from unnest(${digests}::text[]) as hex))`.execute(
    scope.db,
  )
  const erased = new Map(rows.map((row) => [row.digest, row.erased_at]))
  return (value) => {
    for (const key of keys) {
      const at = erased.get(digestOf(scope, key, value))
      if (at) return at
    }
    return undefined
  }
}

const findAny = gathered<'any', { workspace_id: string }>((tx, given) => {
  const asked = given.rows('asked', {})
  return prepared<{ workspace_id: string }>`
    select asked.workspace_id from ${asked}
    cross join lateral (
      select from erased_keys where erased_keys.workspace_id = asked.workspace_id limit 1
    ) as first`.execute(tx.db)
})

function keysOf(scope: Scope): Buffer[] {
  const ring = keyRingOf(scope.config, 'erase contacts')
  return [ring.current, ...ring.previous].map((key) => deriveKey(key, 'parley erased contacts'))
}

function digestOf(scope: Scope, key: Buffer, value: string): string {
  // A phone number and the platform's id of it differ only in the plus sign.
  const plain = value.replace(/^\+(?=\d+$)/, '').toLowerCase()
  return createHmac('sha256', key)
    .update(`${scope.workspaceId} ${plain}`)
    .digest()
    .subarray(0, DIGEST_BYTES)
    .toString('hex')
}
