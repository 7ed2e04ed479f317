import { sql } from 'kysely'
import { openBodies } from '#request-log/seal-bodies.ts'
import type { Step } from '../step.ts'
import { isOfContact, tryRead } from './erase-answers.ts'

const BATCH = 500

type Row = {
  workspace_id: string
  id: string
  bodies: Buffer
  path: string
  is_before: boolean
}

/** Deletes the recorded bodies of requests about the contact. The requests stay in the log, with ids only. */
export const eraseRequests: Step = {
  name: 'requests',
  async run(tx, { subject, cursor, requestedAt }) {
    const { rows } = await sql<Row>`
      select workspace_id, id, bodies, path, created_at <= ${requestedAt} as is_before from api_requests
      where workspace_id = ${tx.workspaceId} and bodies is not null
        ${cursor === null ? sql`` : sql`and id > ${cursor}::uuid`}
      order by id
      limit ${BATCH}`.execute(tx.db)
    const theirs = rows.filter((row) => {
      const bodies = tryRead(() => Object.values(openBodies(tx, row)).join(' '))
      return isOfContact(`${row.path} ${bodies}`, subject, row.is_before)
    })
    await sql`
      update api_requests set bodies = null
      where workspace_id = ${tx.workspaceId}
        and id = any (${theirs.map(({ id }) => id)}::uuid[])`.execute(tx.db)
    const last = rows.length === BATCH ? rows.at(-1) : undefined
    return { counts: { requests: theirs.length }, next: last ? { cursor: last.id } : 'done' }
  },
}
