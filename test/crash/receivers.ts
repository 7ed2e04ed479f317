import { EVENT_TYPES } from '#shared/event-types.ts'
import type { Call } from '../app.ts'
import { explainRepeats } from './explain-repeats.ts'
import type { LoggedAttempt, Repeats } from './explain-repeats.ts'
import { startFaultyReceiver } from './faulty-receiver.ts'
import type { FaultyReceiver } from './faulty-receiver.ts'
import type { Kill } from './part.ts'
import type { PatientClient } from './patient-client.ts'
import type { Random } from './random.ts'
import type { CrashOptions } from './crash-options.ts'

/** A receiver of a crash run and its endpoint. `order`: the order in which it must get the events that did not fail. */
export type CrashReceiver = {
  endpointId: string
  name: string
  receiver: FaultyReceiver
  order: 'creation' | 'subject'
}

/** Two receivers that fail, in their ways. Everything must reach the first one, nothing the second. */
const TROUBLED = {
  'the flapping endpoint': { quick: 0, patient: 0, attempts: 2, flapMs: 5_000 },
  'the hanging endpoint': { quick: 0, patient: 0, attempts: 0, always: 'hang' },
} as const

/** Registers a receiver of everything that is up and down in turn, and one that never answers. */
export async function registerTroubled(
  admin: Call,
  random: Random,
): Promise<{ flapping: CrashReceiver; hanging: CrashReceiver }> {
  const [flapping, hanging] = await Promise.all(
    Object.entries(TROUBLED).map(([name, shares]) => register(admin, random, { name, shares })),
  )
  return { flapping: flapping!, hanging: hanging! }
}

async function register(
  admin: Call,
  random: Random,
  given: {
    name: string
    shares: Parameters<typeof startFaultyReceiver>[1]
    max_in_flight?: 1 | 20
  },
): Promise<CrashReceiver> {
  const { name, shares, max_in_flight = 20 } = given
  const receiver = await startFaultyReceiver(random, shares)
  const order = max_in_flight === 1 ? 'creation' : 'subject'
  const body = { url: receiver.url, events: EVENT_TYPES, max_in_flight, ordering: order }
  const answer = await admin('POST /api/developer/webhooks', { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return { endpointId: answer.body.id, name, receiver, order }
}

/**
 * Registers two receivers of everything: one delivery at a time in order of creation, and twenty in order of their subjects. If they are to fail, the first one is
 * seldom slow, because that delays all of its deliveries.
 */
export async function registerReceivers(
  admin: Call,
  options: CrashOptions,
  random: Random,
): Promise<CrashReceiver[]> {
  const isLong = options.seconds >= 60
  const patient = { 1: isLong ? 0.0003 : 0, 20: 0.004 }
  const receivers: CrashReceiver[] = []
  for (const max_in_flight of [1, 20] as const) {
    const shares = options.isFaulty
      ? { quick: 0.05, patient: patient[max_in_flight], attempts: isLong ? 2 : 1 }
      : { quick: 0, patient: 0, attempts: 0 }
    const name = `the endpoint of ${max_in_flight} at a time`
    receivers.push(await register(admin, random, { name, shares, max_in_flight }))
  }
  return receivers
}

/** Explains everything that a receiver read more than once, from its own log, the product's, and the kills. */
export async function verifyRepeats(
  db: PatientClient,
  workspaceId: string,
  receivers: CrashReceiver[],
  kills: Kill[],
): Promise<Repeats> {
  const all: Repeats = { counts: {}, duplicates: [], problems: [] }
  for (const { endpointId, name, receiver } of receivers) {
    const { rows } = await db.query<LoggedAttempt>(
      `select delivery.event_id, number, started_at, error
       from webhook_attempts as attempt
       join webhook_deliveries as delivery
         on delivery.workspace_id = attempt.workspace_id and delivery.id = attempt.delivery_id
       where delivery.workspace_id = $1 and endpoint_id = $2`,
      [workspaceId, endpointId],
    )
    const repeats = explainRepeats(name, receiver.visits, rows, kills)
    for (const [why, count] of Object.entries(repeats.counts))
      all.counts[why] = (all.counts[why] ?? 0) + count
    all.duplicates.push(...repeats.duplicates)
    all.problems.push(...repeats.problems)
  }
  return all
}
