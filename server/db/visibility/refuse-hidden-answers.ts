import { sql } from 'kysely'
import { AppError } from '#lib/errors.ts'
import type { Context, Scope } from '../context.ts'
import type { TableName } from '../tables.ts'
import { unrestricted } from './as-viewer.ts'

/** The tables whose rows answers of writing requests describe or name. */
const SUBJECTS = ['chats', 'tickets', 'people', 'timeline_entries'] as const satisfies TableName[]

/** The fields of an answer that name what it is about, the first one that is such a row. */
const FIELDS = ['id', 'conversation_id', 'ticket_id', 'person_id', 'survivor_id'] as const

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/**
 * Returns a check of stored answers: it refuses one about a conversation, ticket, contact or entry of its timeline that the caller does not see
 * any more, with the code of an answer about an erased contact. A caller who sees the whole workspace costs no statement.
 *
 * The check throws person_not_found.
 */
export async function refuseHiddenAnswers(
  scope: Context | Scope,
  readBodies: () => readonly string[],
): Promise<(body: string) => void> {
  if (!('viewer' in scope) || !scope.viewer) return () => undefined
  const ids = readBodies().flatMap(namedIds)
  if (ids.length === 0) return () => undefined
  const all = await findSubjects(unrestricted(scope), ids)
  const visible = await findSubjects(scope, ids)
  return (body) => {
    const subject = namedIds(body).find((id) => all.has(id))
    if (subject !== undefined && !visible.has(subject))
      throw new AppError('person_not_found', 'You do not see what this request was about any more.')
  }
}

/** Returns the ids in an answer that can name its subject, in the order of `FIELDS`. */
function namedIds(body: string): string[] {
  if (!body.startsWith('{')) return []
  const answer = JSON.parse(body) as Record<string, unknown>
  return FIELDS.flatMap((field) => {
    const id = answer[field]
    return typeof id === 'string' && UUID.test(id) ? [id] : []
  })
}

/** Returns those of the ids that have a row that the scope sees. */
async function findSubjects({ db, workspaceId }: Scope, ids: string[]): Promise<Set<string>> {
  const selects = SUBJECTS.map(
    (table) => sql`
      select id from ${sql.table(table)}
      where workspace_id = ${workspaceId} and id = any (${ids}::uuid[])`,
  )
  const { rows } = await sql<{ id: string }>`${sql.join(selects, sql` union all `)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
