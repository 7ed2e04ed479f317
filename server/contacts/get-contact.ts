import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { prepared } from '#db/prepared.ts'
import { rowColumns } from '#db/row-columns.ts'
import { isUuid } from '#lib/ids.ts'
import { USERNAME_KINDS } from '#shared/identity-kinds.ts'
import type { PersonRow } from './person-facts.ts'
import { toPerson } from './schema.ts'
import type { PersonDetail } from './schema.ts'

type Row = PersonRow & Pick<PersonDetail, 'identities' | 'merged_ids'> & { asked_id: string }

/**
 * Returns the contacts with these ids, or those they were merged into, in the order of the ids; undefined for unknown
 * ids.
 */
export async function getContacts(
  scope: Scope,
  ids: string[],
): Promise<(PersonDetail | undefined)[]> {
  const { workspaceId } = scope
  const { rows } = await prepared<Row>`
    select asked.id as asked_id, ${rowColumns('people', 'people')},
      coalesce((
        select json_agg(json_build_object('kind', kind, 'value', value) order by kind, created_at, value)
        from identities
        where identities.workspace_id = ${workspaceId} and identities.person_id = people.id
      ), '[]') as identities,
      array(
        select merged.id::text from people as merged
        where merged.workspace_id = ${workspaceId} and merged.merged_into_id = people.id
        order by merged.id
      ) as merged_ids
    from people as asked
    join people on people.workspace_id = ${workspaceId} and people.id = coalesce(asked.merged_into_id, asked.id)
    where asked.workspace_id = ${workspaceId}
      and asked.id = any (${ids.filter(isUuid)}::uuid[])`.execute(scope.db)
  const byId = new Map(rows.map((row) => [row.asked_id, row]))
  return ids.map((id) => {
    const row = byId.get(id.toLowerCase())
    return row && toDetail(row)
  })
}

function toDetail(row: Row): PersonDetail {
  const { identities, merged_ids } = row
  // The newest one is the last.
  const username = identities.findLast(({ kind }) => USERNAME_KINDS.some((each) => each === kind))
  return { ...toPerson(row), username: username?.value ?? null, identities, merged_ids }
}

/** Returns the contact with this id, or the one it was merged into. @throws {AppError} person_not_found */
export async function getContact(scope: Scope, id: string): Promise<PersonDetail> {
  const [contact] = await getContacts(scope, [id])
  if (!contact) throw notFound('people', id)
  return contact
}
