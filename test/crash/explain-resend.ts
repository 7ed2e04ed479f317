import { couldNotRecord, isOfDatabase } from './could-not-record.ts'
import type { Kill } from './part.ts'
import type { Acceptance } from './platform-recorder.ts'

/** An attempt to send a message in the product's log; `ended_at` is null while its outcome is unknown. */
export type LoggedSend = {
  message_id: string
  started_at: Date
  ended_at: Date | null
  outcome: string | null
  platform_message_id: string | null
}

/** A status of a message in a payload that ingest stored at `receivedAt`. */
type StoredStatus = { receivedAt: number; status: string }

/**
 * A message that the platform accepted again at `againAt`, after it had accepted it at `at`. `storedAt`: a status of it was
 * stored before the attempt that repeated it started, which no cause excuses.
 */
type Resend = {
  at: number
  againAt: number
  startedAt: number
  storedAt: number | undefined
  cause: string | undefined
}

/**
 * Explains why the platform accepted one message more than once. A repetition after a stored status has no permitted cause;
 * any other needs one of its own: the sender of the earlier attempt was killed before it could record the outcome, the
 * database was away for as long as the outcome is kept, or the platform gave no answer.
 */
export function explainResends(
  acceptances: Acceptance[],
  attempts: LoggedSend[],
  statuses: StoredStatus[],
  kills: Kill[],
): Resend[] {
  const inOrder = acceptances.toSorted((a, b) => a.at - b.at)
  return inOrder.slice(1).map((again, index) => {
    const before = inOrder[index]!
    const startedAt = findAttempt(again, attempts)?.started_at.getTime() ?? again.at
    const stored = statuses.map(({ receivedAt }) => receivedAt).filter((at) => at < startedAt)
    const storedAt = stored.length > 0 ? Math.min(...stored) : undefined
    return {
      at: before.at,
      againAt: again.at,
      startedAt,
      storedAt,
      cause: storedAt === undefined ? findCause(before, startedAt, attempts, kills) : undefined,
    }
  })
}

/** Finds the attempt of an acceptance: the one with its platform id, or the last one without one that had started. */
function findAttempt(acceptance: Acceptance, attempts: LoggedSend[]): LoggedSend | undefined {
  return (
    attempts.find((each) => each.platform_message_id === acceptance.platformId) ??
    attempts
      .filter((each) => each.platform_message_id === null)
      .toSorted((a, b) => a.started_at.getTime() - b.started_at.getTime())
      .findLast(({ started_at }) => started_at.getTime() <= acceptance.at)
  )
}

function findCause(
  before: Acceptance,
  nextAt: number,
  attempts: LoggedSend[],
  kills: Kill[],
): string | undefined {
  const attempt = findAttempt(before, attempts)
  if (attempt?.ended_at && attempt.ended_at.getTime() <= nextAt) {
    if (attempt.outcome !== 'ambiguous') return undefined
    if (before.answeredAt === undefined) return 'the platform accepted it without an answer'
    // Another worker may have recorded that nobody knows the outcome.
  }
  // A frozen process records the outcome when it continues.
  const killed = kills.find(
    (kill) => !kill.how?.startsWith('frozen') && couldNotRecord(kill, before, kills),
  )
  if (!killed) return undefined
  if (isOfDatabase(killed)) return 'the database was away for too long to record the outcome'
  return `its sender, the ${killed.name}, was ${killed.how ?? 'killed'} before it recorded the outcome`
}
