import type { Fault, Visit } from './faulty-receiver.ts'

/** An attempt in the product's log; `error` is null for a success. */
export type LoggedAttempt = {
  event_id: string
  number: number
  started_at: Date
  error: string | null
}

/** When a part of the product was killed, in ms since 1970. */
type Kill = { name: string; at: number }

/** The repetitions of deliveries, and the problems with them. */
export type Repeats = {
  /** The number of deliveries that the receiver read completely more than once, by reason. */
  counts: Record<string, number>
  /** Deliveries that it also answered with 2xx more than once: one line each with the reason. */
  duplicates: string[]
  problems: string[]
}

/** A killed worker's connections close; the receiver notices within this time. */
const NOTICED_MS = 1_500

/** Maximum time from the response to the log, also when the database was killed. */
const RECORDED_MS = 2_000
const RECORDED_AGAIN_MS = 15_000

/** A worker may have ended a moment before its end is recorded. */
const NOTED_MS = 50

const failed: Partial<Record<Fault, string>> = {
  '500': 'the receiver had answered 500',
  hang: 'the receiver had read it and hung',
  reset: 'the receiver had read it and reset the connection',
  'cut short': 'the receiver had cut its answer short',
  'too slow': 'the receiver had not ended its answer in time',
}

/**
 * Explains why an endpoint received something again that its receiver had read: the receiver failed it, or a part was
 * killed between the call and the record of its response. Anything else is a problem, and so is an event that was
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
    for (const visit of read.slice(0, -1)) {
      const attempt = findLogged(visit, all, logged.get(eventId) ?? [])
      const reason = explain(visit, attempt, kills)
      if ('problem' in reason) repeats.problems.push(`${what} ${reason.problem}`)
      else repeats.counts[reason.why] = (repeats.counts[reason.why] ?? 0) + 1
      if (isTaken(visit) && read.slice(read.indexOf(visit) + 1).some(isTaken))
        repeats.duplicates.push(`${what}: ${'problem' in reason ? reason.problem : reason.detail}`)
    }
  }
  return repeats
}

/** Returns whether the receiver answered 2xx to the end. */
function isTaken({ fault, answeredAt }: Visit): boolean {
  return (fault === undefined || fault === 'slow') && answeredAt !== undefined
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
  const killed = kills.find((kill) => isCause(kill, visit))
  if (!attempt && killed) {
    const { name } = killed
    if (answeredAt === undefined || killed.at < answeredAt)
      return {
        why: `the ${name} was killed before the answer`,
        detail: `the ${name} was killed as the answer left`,
      }
    const ms = killed.at - answeredAt
    return {
      why: `the ${name} was killed before the answer was recorded`,
      detail: `the ${name} was killed ${ms} ms after the answer, which was not recorded yet`,
    }
  }
  return {
    problem: `was sent again after ${answeredAt === undefined ? 'a call without an answer' : 'a 2xx answer'}: ${
      attempt
        ? `the log says ${attempt.error}`
        : 'the log does not know the call, and nothing was killed'
    }`,
  }
}

/** Returns whether a kill explains why a visit's response was not recorded. */
function isCause(kill: Kill, { at, answeredAt = Infinity, closedAt = Infinity }: Visit): boolean {
  if (kill.at < at - NOTED_MS) return false
  if (!kill.name.startsWith('worker')) return kill.at <= answeredAt + RECORDED_AGAIN_MS
  // Its connection closed with the worker, or a moment before, if it was not kept alive.
  const isCut = closedAt >= kill.at - RECORDED_MS && closedAt <= kill.at + NOTICED_MS
  return isCut && kill.at <= answeredAt + RECORDED_MS
}
