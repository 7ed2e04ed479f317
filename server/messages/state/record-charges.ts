import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import type { MessagePricing } from '#db/tables/messages.ts'
import { countryOfRecipient } from '../country-of-recipient.ts'
import type { PricedReport } from './compute-pricing.ts'
import type { MessageRow } from './save-message-changes.ts'

/** A message with its price information and all its reported statuses. */
type PricedMessage = { message: MessageRow; reports: readonly PricedReport[] }

const DELIVERED = ['delivered', 'read', 'played']
/** Categories with the price of another one. */
const SAME_PRICE: Readonly<Record<string, string>> = {
  marketing_lite: 'marketing',
  group_marketing: 'marketing',
  group_utility: 'utility',
  group_service: 'service',
}

/**
 * Writes what the platform charges for messages: how many recipients each was delivered to, by their country. Everything
 * is computed from all reports of a message, so repetitions and any order of arrival end in the same rows. Messages
 * without price information have none.
 *
 * Runs in the transaction that locked the messages.
 */
export async function recordCharges(tx: Scope, messages: PricedMessage[]): Promise<void> {
  const charges = messages.flatMap(({ message, reports }) => {
    const { pricing } = message
    return pricing
      ? [...countRecipients(reports)].map(([country, quantity]) => ({
          message,
          pricing,
          country,
          quantity,
        }))
      : []
  })
  await writeCharges(tx, charges)
}

type Charge = { message: MessageRow; pricing: MessagePricing; country: string; quantity: number }

const writeCharges = gathered<Charge, never>((tx, charges) => {
  const given = charges.rows('given', {
    message_id: ['uuid', ({ message }) => message.id],
    country: ['text', ({ country }) => country],
    channel_id: ['uuid', ({ message }) => message.channel_id],
    template: ['text', ({ message }) => templateOf(message)],
    category: ['text', ({ pricing }) => pricing.category],
    price_category: ['text', ({ pricing }) => priceCategoryOf(pricing)],
    type: ['text', ({ pricing }) => pricing.type],
    is_free: ['boolean', ({ pricing }) => isFree(pricing)],
    quantity: ['integer', ({ quantity }) => quantity],
    author_type: ['text', ({ message }) => message.author_type],
    author_id: ['uuid', ({ message }) => message.author_id],
    created_at: ['timestamptz', ({ message }) => message.created_at],
  })
  return prepared<never>`
    with given as materialized (
      select ${given.columns} from ${given}
    ), gone as (
      delete from message_charges
      using (
        select workspace_id, message_id, array_agg(country) as countries
        from given group by workspace_id, message_id
      ) as known
      where message_charges.workspace_id = known.workspace_id and message_charges.message_id = known.message_id
        and message_charges.country <> all (countries)
    )
    insert into message_charges (${given.columns})
    select ${given.columns} from given
    order by workspace_id, message_id, country
    on conflict (workspace_id, message_id, country) do update
    set category = excluded.category, price_category = excluded.price_category, type = excluded.type,
      is_free = excluded.is_free, quantity = excluded.quantity
    where (message_charges.category, message_charges.price_category, message_charges.type,
        message_charges.is_free, message_charges.quantity)
      is distinct from (excluded.category, excluded.price_category, excluded.type, excluded.is_free,
        excluded.quantity)`.later(tx.db)
})

/** Returns whether a message costs nothing; the type decides, where the platform reports one. */
function isFree({ type, billable }: MessagePricing): boolean {
  return type === null ? billable === false : type.startsWith('free_')
}

/** Returns the category of a message in price lists; null when its price does not depend on the message alone. */
function priceCategoryOf({ category, model }: MessagePricing): string | null {
  return model !== null && model !== 'PMP' ? null : (SAME_PRICE[category] ?? category)
}

/** Counts the recipients that a message was delivered to by country; the country is empty when it is not known. */
function countRecipients(reports: readonly PricedReport[]): Map<string, number> {
  const byRecipient = Map.groupBy(reports, ({ participant }) => participant)
  const counts = new Map<string, number>()
  for (const group of byRecipient.values()) {
    const country = countryOf(group)
    const isDelivered = group.some(({ status }) => DELIVERED.includes(status))
    counts.set(country, (counts.get(country) ?? 0) + Number(isDelivered))
  }
  return counts
}

/** Returns the country of a recipient's phone number, or of the user id, which starts with it. */
function countryOf(reports: readonly PricedReport[]): string {
  const texts = (name: string) =>
    reports
      .map(({ details }) => details?.[name])
      .filter((value) => typeof value === 'string')
      .toSorted()
  const isGroup = reports.some(({ details }) => details?.['recipient_type'] === 'group')
  const prefix = isGroup ? 'recipient_participant' : 'recipient'
  const addresses = [...texts(`${prefix}_id`), ...texts(`${prefix}_user_id`)]
  return addresses.map(countryOfRecipient).find((country) => country !== undefined) ?? ''
}

function templateOf({ type, content }: MessageRow): string | null {
  if (type !== 'template') return null
  const { template } = (content ?? {}) as { template?: { name?: unknown } }
  return typeof template?.name === 'string' ? template.name : null
}
