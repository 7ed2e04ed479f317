import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { findPrices } from '#pricing/find-prices.ts'
import type { CanSend } from '../can-send-schema.ts'
import { countryOfRecipient } from '../country-of-recipient.ts'

/** How long messages stay free after the reply to an advertisement. Source: WhatsApp pricing, free entry points. */
const FREE_ENTRY_MS = 72 * 3_600_000
const CATEGORIES = ['service', 'utility', 'marketing', 'authentication'] as const

/**
 * Returns the category that each kind of message to a conversation would fall into, and its estimated cost: free within
 * a free entry point that the platform has reported, else the price of the recipient's country.
 */
export async function estimateCosts(
  scope: Scope,
  chat: { id: string; recipient: string; is_group: boolean },
): Promise<CanSend['categories']> {
  const now = scope.clock.now()
  const since = new Date(now.getTime() - FREE_ENTRY_MS)
  const { rows } = await sql<{ began_at: Date | null }>`
    select min(created_at) as began_at from messages
    where workspace_id = ${scope.workspaceId} and chat_id = ${chat.id}
      and created_at > ${since}::timestamptz
      and pricing ->> 'type' = 'free_entry_point'`.execute(scope.db)
  const began = rows[0]?.began_at
  const freeUntil = began ? new Date(began.getTime() + FREE_ENTRY_MS) : null
  const country = chat.is_group ? undefined : countryOfRecipient(chat.recipient)
  const prices =
    country === undefined ? new Map<string, never>() : await findPrices(scope, country, now)
  return CATEGORIES.map((category) => ({
    category,
    message: category === 'service' ? ('free_form' as const) : ('template' as const),
    free_until: freeUntil,
    estimated_cost: freeUntil ? null : (prices.get(category) ?? null),
  }))
}
