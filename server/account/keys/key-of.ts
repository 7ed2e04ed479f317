import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Actor } from '#db/context.ts'

/** Returns the condition of `api_keys` that a key is the actor, or belongs to the bot that is. */
export function keyOf({ type, id }: Pick<Actor, 'type' | 'id'>): RawBuilder<boolean> {
  return type === 'bot' ? sql<boolean>`bot_id = ${id}::uuid` : sql<boolean>`id = ${id}::uuid`
}
