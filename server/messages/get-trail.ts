import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'
import type { MessageAttempts, MessageStatuses } from '#db/tables/messages.ts'
import { adviseError } from '#platforms/advise-error.ts'
import type { PlatformErrors } from '#platforms/platform-errors.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import { present } from '#lib/present.ts'
import type { Trail, TrailStep } from './trail-schema.ts'
import { findById } from '#db/find-by-id.ts'

/** Lists every step of a message (queued, each attempt, each status) and its charge. @throws {AppError} message_not_found */
export async function getTrail(scope: Scope, id: string): Promise<Trail> {
  const message = await getById(scope, 'messages', id)
  const attempts = await selectFrom(scope, 'message_attempts')
    .selectAll()
    .where('message_id', '=', message.id)
    .orderBy('id')
    .execute()
  const platformIds = new Set(
    [message, ...attempts].flatMap((row) => row.platform_message_id ?? []),
  )
  const statuses = await selectFrom(scope, 'message_statuses')
    .selectAll()
    .where('channel_id', '=', message.channel_id)
    .where('platform_message_id', '=', sql<string>`any (${[...platformIds]}::text[])`)
    .execute()
  const { type } = present(await findById(scope, 'channels', message.channel_id))
  const { errors } = findPlatform(type)
  const isOut = message.direction === 'outbound'
  const first = step(isOut ? 'queued' : 'received', message.created_at, {
    platform_message_id: isOut ? null : message.platform_message_id,
  })
  const later = [
    ...attempts.map((row, index) => {
      // Another attempt followed, or follows while the message is queued.
      const isFinal = index === attempts.length - 1 && message.status !== 'queued'
      return toAttempt(row, index, { errors, isFinal })
    }),
    ...statuses.map((row) => toStatus(row, errors)),
  ]
  return {
    message_id: message.id,
    status: message.status,
    platform_message_id: message.platform_message_id,
    next_attempt_at: message.send_due_at,
    charge: await findCharge(scope, message),
    steps: [first, ...later.toSorted(compare)],
  }
}

/** Platform times have whole seconds, so steps within one second are ordered by which must come first. */
function compare(a: TrailStep, b: TrailStep): number {
  if (a.kind === b.kind || Math.abs(a.at.getTime() - b.at.getTime()) >= 1000)
    return a.at.getTime() - b.at.getTime() || rank(a) - rank(b)
  return a.kind === 'attempt' ? -1 : 1
}

const ranks = ['sent', 'delivered', 'read', 'played', 'failed']

function rank(each: TrailStep): number {
  return ranks.indexOf(each.status ?? '')
}

function step(kind: TrailStep['kind'], at: Date, more: Partial<TrailStep>): TrailStep {
  return {
    kind,
    at,
    ended_at: null,
    number: null,
    outcome: null,
    status: null,
    platform_message_id: null,
    error: null,
    next_at: null,
    details: null,
    ...more,
  }
}

function toAttempt(
  row: Selectable<MessageAttempts>,
  index: number,
  { errors, isFinal }: { errors: PlatformErrors; isFinal: boolean },
): TrailStep {
  return step('attempt', row.started_at, {
    ended_at: row.ended_at,
    number: index + 1,
    outcome: row.outcome ?? 'unfinished',
    platform_message_id: row.platform_message_id,
    error: toError(row, errors, { outcome: row.outcome ?? undefined, isFinal }),
    next_at: row.next_at,
  })
}

function toStatus(row: Selectable<MessageStatuses>, errors: PlatformErrors): TrailStep {
  return step('status', row.occurred_at, {
    status: row.status,
    platform_message_id: row.platform_message_id,
    // A status of a failure ends the message.
    error: toError(row, errors, { isFinal: true }),
    details: row.details,
  })
}

function toError(
  row: { error_code: string | null; error_message: string | null },
  errors: PlatformErrors,
  ended: { outcome?: string | undefined; isFinal: boolean },
): TrailStep['error'] {
  const { error_code: code, error_message: message } = row
  if (code === null) return null
  return { code, message: message ?? code, advice: adviseError(errors, code, ended) }
}

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
async function findCharge(
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
