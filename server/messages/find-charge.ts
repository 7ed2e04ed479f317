import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import type { Trail } from './trail-schema.ts'

/** Columns of a charge, added up over the countries of the recipients. */
type Row = {
  category: string
  type: string | null
  is_free: boolean
  recipients: number
  amount: string | null
  currency: string | null
}

/**
 * Returns what the platform charges for a message, with its cost by the price list that was valid when the message was
 * written; null while the platform has reported no price information.
 */
export async function findCharge(
  scope: Scope,
  message: { id: string; created_at: Date },
): Promise<Trail['charge']> {
  const { rows } = await sql<Row>`
    select charges.category, charges.type, charges.is_free, sum(charges.quantity)::integer as recipients, list.currency,
      case when bool_and(prices.price is not null) and sum(charges.quantity) > 0
        then trim_scale(sum(charges.quantity * prices.price))::text end as amount
    from message_charges as charges
    left join lateral (
      select id, currency from price_lists
      where workspace_id = ${scope.workspaceId} and valid_from <= ${message.created_at}::timestamptz
      order by valid_from desc limit 1
    ) as list on not charges.is_free
    left join prices on prices.workspace_id = ${scope.workspaceId} and prices.list_id = list.id
      and prices.country = charges.country and prices.category = charges.price_category
    where charges.workspace_id = ${scope.workspaceId} and charges.message_id = ${message.id}
    group by charges.category, charges.type, charges.is_free, list.currency`.execute(scope.db)
  const [row] = rows
  if (!row) return null
  const { amount, currency, ...charge } = row
  return { ...charge, cost: amount !== null && currency !== null ? { amount, currency } : null }
}
