import { couldNotRecord, isOfDatabase } from './could-not-record.ts'
import type { Doubled } from './ledger.ts'
import type { Fault, Visit } from './faulty-receiver.ts'
import type { Kill } from './part.ts'

/** An attempt in the product's log; `error` is null for a success. */
export type LoggedAttempt = {
  event_id: string
  number: number
  started_at: Date
  error: string | null
}

/** The repetitions of deliveries, and the problems with them. */
export type Repeats = {
  /** The number of deliveries that the receiver read completely more than once, by reason. */
  counts: Record<string, number>
  /** Deliveries that it also answered with 2xx more than once. */
  duplicates: Doubled[]
  problems: string[]
}

const failed: Partial<Record<Fault, string>> = {
  '500': 'the receiver had answered 500',
  hang: 'the receiver had read it and hung',
  reset: 'the receiver had read it and reset the connection',
  'cut short': 'the receiver had cut its answer short',
  'too slow': 'the receiver had not ended its answer in time',
}

/**
 * Explains why an endpoint received something again that its receiver had read: the receiver failed it, the worker that called it was
 * killed between the call and the record of its response, or the database was away for too long to record it. Anything else is a problem, and so is an event that was
 * never answered with a complete 2xx.
 */
export function explainRepeats(
  endpoint: string,
  visits: Visit[],
  attempts: LoggedAttempt[],
  kills: Kill[],
): Repeats {
  const repeats: Repeats = { counts: {}, duplicates: [], problems: [] }
  const logged = Map.groupBy(attempts, (each) => each.event_id)
  for (const [eventId, all] of Map.groupBy(visits, (visit) => visit.eventId)) {
    const what = `${eventId} at ${endpoint}`
    const read = all.filter((visit) => visit.isRead)
    if (!read.some(isTaken)) repeats.problems.push(`${what} was never answered 2xx in full`)
    for (const [index, visit] of read.slice(0, -1).entries()) {
      const later = read.slice(index + 1)
      const attempt = findLogged(visit, all, logged.get(eventId) ?? [])
      const reason = explain(visit, attempt, kills)
      if ('problem' in reason)
        repeats.problems.push(
          `${what} ${reason.problem} (${describe(visit)}, then ${describe(later[0]!)})`,
        )
      else repeats.counts[reason.why] = (repeats.counts[reason.why] ?? 0) + 1
      if (isTaken(visit) && later.some(isTaken))
        repeats.duplicates.push({
          at: visit.at,
          what,
          cause: 'problem' in reason ? undefined : reason.detail,
        })
    }
  }
  return repeats
}

/**
 * Returns whether the receiver answered 2xx to the end. A sender that did not run for a while waits longer, so that it can take an
 * answer that would be too slow.
 */
function isTaken({ fault, answeredAt }: Visit): boolean {
  const isComplete = fault === undefined || fault === 'slow' || fault === 'too slow'
  return isComplete && answeredAt !== undefined
}

function describe({ at, attempt, sender }: Visit): string {
  return `attempt ${attempt} of process ${sender} at ${new Date(at).toISOString().slice(11, 23)}`
}

/** Returns the log's entry of a visit: the visit with its number that arrived first after the attempt began. */
function findLogged(
  visit: Visit,
  all: Visit[],
  attempts: LoggedAttempt[],
): LoggedAttempt | undefined {
  return attempts.find(({ number, started_at }) => {
    if (number !== visit.attempt) return false
    const after = all.filter((each) => each.attempt === number && each.at >= started_at.getTime())
    return after[0] === visit
  })
}

function explain(
  visit: Visit,
  attempt: LoggedAttempt | undefined,
  kills: Kill[],
): { why: string; detail: string } | { problem: string } {
  const { answeredAt, fault } = visit
  const why = fault && failed[fault]
  if (why) return { why, detail: why }
  if (attempt?.error === null) return { problem: 'was sent again after its success was recorded' }
  const killed = kills.find((kill) => couldNotRecord(kill, visit, kills))
  if (!attempt && killed) {
    const { name, how = 'killed' } = killed
    if (isOfDatabase(killed)) {
      const why = 'the database was away for too long to record the answer'
      return { why, detail: why }
    }
    if (answeredAt === undefined || killed.at < answeredAt)
      return {
        why: `the ${name} was ${how} before the answer`,
        detail: `the ${name} was ${how} as the answer left`,
      }
    const ms = killed.at - answeredAt
    return {
      why: `the ${name} was ${how} before the answer was recorded`,
      detail: `the ${name} was ${how} ${ms} ms after the answer, which was not recorded yet`,
    }
  }
  return {
    problem: `was sent again after ${answeredAt === undefined ? 'a call without an answer' : 'a 2xx answer'}: ${
      attempt
        ? `the log says ${attempt.error}`
        : 'the log does not know the call, and neither its sender nor the database was killed'
    }`,
  }
}
