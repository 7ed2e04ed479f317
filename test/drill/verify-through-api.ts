import type { Call } from '../app.ts'
import type { Entry, Ledger, WorkKind } from '../crash/ledger.ts'
import type { PatientClient } from '../crash/patient-client.ts'

/** How many works of each kind are read, evenly over the run. */
const READ_OF_KIND = 40

/** Checks that the API shows what was answered with 2xx: a row that it cannot show is lost for its users. */
export async function verifyThroughApi(
  ledger: Ledger,
  { api, db, workspaceId }: { api: Call; db: PatientClient; workspaceId: string },
): Promise<number> {
  const promised = Map.groupBy(
    ledger.entries.filter(({ state }) => state === 'promised'),
    ({ kind }) => kind,
  )
  const { rows } = await db.query<{ id: string; text: string }>(
    `select id, text from messages where workspace_id = $1 and direction = 'inbound'`,
    [workspaceId],
  )
  const received = new Map(rows.map(({ id, text }) => [text, id]))
  const pathOf: Record<WorkKind, (entry: Entry) => string | undefined> = {
    send: ({ id }) => `/api/v1/messages/${id}`,
    ticket: ({ id }) => `/api/v1/tickets/${id}`,
    contact: ({ path }) => path,
    inbound: ({ marker }) => `/api/v1/messages/${received.get(marker)}`,
    visitor: ({ marker }) => `/api/v1/messages/${received.get(marker)}`,
    // A submission names no row that the API shows by an id.
    form: () => undefined,
  }
  let count = 0
  for (const [kind, all] of promised)
    for (const entry of chooseEvenly(all, READ_OF_KIND)) {
      const path = pathOf[kind](entry)
      if (path === undefined) continue
      count++
      const { status, text } = await api(`GET ${path}`)
      const shows = kind === 'contact' || text.includes(`"${entry.marker}"`)
      if (status !== 200 || !shows)
        ledger.problems.push(`the API does not show ${entry.marker} at ${path}: ${status}`)
    }
  return count
}

function chooseEvenly<T>(list: T[], count: number): T[] {
  const step = Math.max(1, list.length / count)
  return Array.from({ length: Math.min(count, list.length) }, (_, n) => list[Math.floor(n * step)]!)
}
