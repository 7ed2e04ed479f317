import type { Ledger } from './ledger.ts'
import { explainResends } from './explain-resend.ts'
import type { LoggedSend } from './explain-resend.ts'
import type { Kill } from './part.ts'
import type { PatientClient } from './patient-client.ts'
import type { Acceptance } from './platform-recorder.ts'
import { indexStatuses } from './read-payloads.ts'
import type { StoredPayload } from './read-payloads.ts'

type SentRow = { id: string; text: string; status: string; error_code: string | null; at: Date }

/** The state after a run: the database, what the platform accepted, what ingest stored, and what was killed. */
type SendRemains = {
  db: PatientClient
  workspaceId: string
  acceptances: Acceptance[]
  payloads: StoredPayload[]
  kills: Kill[]
}

/**
 * Checks that the platform received every message, and that it received none twice without a permitted cause. A message may
 * end as `unconfirmed` only if no status of it was stored.
 */
export async function verifySends(ledger: Ledger, remains: SendRemains): Promise<void> {
  const { problems } = ledger
  const { db, workspaceId, payloads, kills } = remains
  const messages = await db.query<SentRow>(
    `select id, text, status, error_code, created_at as at from messages
      where workspace_id = $1 and direction = 'outbound'`,
    [workspaceId],
  )
  const accepted = Map.groupBy(remains.acceptances, (each) => each.messageId)
  const attempts = await readAttempts(remains, accepted)
  const statusesOf = indexStatuses(payloads)
  for (const { id, text, status, error_code, at } of messages.rows) {
    const times = accepted.get(id) ?? []
    const statuses = [id, ...times.map((each) => each.platformId)].flatMap(statusesOf)
    const isUnconfirmed = status === 'failed' && error_code === 'unconfirmed'
    if (isUnconfirmed) {
      ledger.unconfirmed.push({ at: at.getTime(), what: text })
      if (statuses.length > 0)
        problems.push(
          `${text} is unconfirmed although its status ${statuses[0]!.status} was stored`,
        )
    } else {
      if (status !== 'delivered') problems.push(`${text} is ${status} ${error_code ?? ''}`)
      if (times.length === 0) problems.push(`${text} never reached the platform`)
    }
    for (const resend of explainResends(times, attempts.get(id) ?? [], statuses, kills)) {
      const { cause, storedAt } = resend
      ledger.resends.push({ what: `the message ${text}`, ...resend })
      if (storedAt !== undefined)
        problems.push(
          `${text} was sent again ${resend.startedAt - storedAt} ms after a status of it was stored`,
        )
      else if (cause) ledger.count(`messages sent again because ${cause}`)
      else problems.push(`${text} was sent again without a permitted cause`)
    }
  }
}

/** Reads the attempts of the messages that the platform accepted more than once. */
async function readAttempts(
  { db, workspaceId }: SendRemains,
  accepted: Map<string, Acceptance[]>,
): Promise<Map<string, LoggedSend[]>> {
  const repeated = [...accepted].flatMap(([id, all]) => (all.length > 1 ? [id] : []))
  const { rows } = await db.query<LoggedSend>(
    `select message_id, started_at, ended_at, outcome, platform_message_id from message_attempts
      where workspace_id = $1 and message_id = any ($2::uuid[])`,
    [workspaceId, repeated],
  )
  return Map.groupBy(rows, (row) => row.message_id)
}
