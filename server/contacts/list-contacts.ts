import type { Scope } from '../context.ts'
import { likePattern } from '../db/like-pattern.ts'
import { newestFirst } from '../db/newest-first.ts'
import { readPageInput, toPage } from '../lib/pagination.ts'
import type { Page, PageInput } from '../lib/pagination.ts'
import { toE164 } from '../lib/phone.ts'
import { foldEmail } from './person-facts.ts'
import { toPerson } from './schema.ts'
import type { Person } from './schema.ts'

/** Filters of the list: `q` is part of a name, phone or e-mail. */
export type ListContactsInput = PageInput & { q?: string; phone_e164?: string; email?: string }

/** One page of people, the last changed first. @throws {AppError} invalid_cursor */
export async function listContacts(scope: Scope, input: ListContactsInput): Promise<Page<Person>> {
  const { limit, after } = readPageInput(input)
  let query = newestFirst(
    scope.db.selectFrom('people').selectAll().where('workspace_id', '=', scope.workspaceId),
    { time: 'updated_at', id: 'id' },
    { after, limit },
  )
  if (input.q !== undefined) {
    const pattern = likePattern(input.q)
    query = query.where((eb) =>
      eb.or([
        eb('name', 'ilike', pattern),
        eb('phone_e164', 'ilike', pattern),
        eb('email', 'ilike', pattern),
      ]),
    )
  }
  for (const [kind, value] of [
    ['phone_e164', input.phone_e164 && (toE164(input.phone_e164) ?? input.phone_e164)],
    ['email', input.email && foldEmail(input.email)],
  ] as const)
    if (value !== undefined)
      query = query.where('id', 'in', (eb) =>
        eb
          .selectFrom('identities')
          .select('person_id')
          .where('workspace_id', '=', scope.workspaceId)
          .where('kind', '=', kind)
          .where('value', '=', value),
      )
  const rows = await query.execute()
  return toPage(rows, limit, (row) => ({ at: row.updated_at, id: row.id }), toPerson)
}
