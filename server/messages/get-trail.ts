import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { getById } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'
import type { MessageAttempts, MessageStatuses } from '#db/tables/messages.ts'
import { adviseError } from '#platforms/advise-error.ts'
import type { PlatformErrors } from '#platforms/platform-errors.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import { present } from '#lib/present.ts'
import { findCharge } from './find-charge.ts'
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
