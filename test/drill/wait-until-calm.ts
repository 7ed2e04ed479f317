import { setTimeout as delay } from 'node:timers/promises'
import type { Ledger } from '../crash/ledger.ts'
import type { PatientClient } from '../crash/patient-client.ts'
import { waitFor } from '../wait-for.ts'
import { isGood } from './measure.ts'

/** The shortest time that the load runs before and after each failure, and the answers that it needs in that time. */
const CALM_MS = 3_000
const CALM_ANSWERS = 30

/** Maximum time until the product works again. Far longer than the bounds, so that a report says by how much. */
const RECOVERY_MS = 120_000

/** Older work than this is a backlog. */
const BACKLOG_MS = 5_000

/** How much longer the clients pause while there is one, so that it ends on a busy machine, too. */
const BACKLOG_SLOWNESS = 8

/** Maximum time until there is no backlog: its lateness then is that of this failure. */
const WORKED_MS = 150_000

/** Waits until the product answers again, and no request waits because of an earlier failure. */
export async function waitUntilCalm(ledger: Ledger): Promise<void> {
  const since = Date.now()
  await delay(CALM_MS)
  const isAnswering = () =>
    ledger.answers.filter((each) => isGood(each, since)).length >= CALM_ANSWERS
  const isOver = () => [...ledger.waiting].every(({ at }) => at >= since)
  await waitFor(() => isAnswering() && isOver(), {
    timeoutMs: RECOVERY_MS,
    what: 'the product to answer again',
  })
}

/** Waits until nothing that was stored some seconds ago waits to be processed or sent; until then `slowDown` slows the load. */
export async function waitUntilWorked(
  db: PatientClient,
  slowDown: (factor: number) => void,
): Promise<void> {
  const isWorked = async () => {
    const { rows } = await db.query<{ waiting: boolean }>(`/* across workspaces: there is one */
      select exists (select from inbound_payloads where status = 'pending'
          and received_at < now() - interval '${BACKLOG_MS} ms')
        or exists (select from messages where status = 'queued' and direction = 'outbound'
          and created_at < now() - interval '${BACKLOG_MS} ms') as waiting`)
    if (!rows[0]!.waiting) return true
    slowDown(BACKLOG_SLOWNESS)
    await delay(1_000)
    return false
  }
  await waitFor(isWorked, { timeoutMs: WORKED_MS, what: 'the backlog to end' }).catch(
    () => undefined,
  )
  slowDown(1)
}
