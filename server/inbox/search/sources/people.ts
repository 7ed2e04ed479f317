import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { ListedPerson, toPerson } from '#contacts/schema.ts'
import { usernameOf } from '#contacts/username-of.ts'
import type { Scope } from '#db/context.ts'
import { readCursor, readPage, rowsToRead, toPage } from '#db/list-page.ts'
import { columnsOf } from '#db/row-columns.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { findMatch, Match } from '../find-match.ts'
import { limitStatements } from '../limit-statements.ts'
import { findMatchedPeople, matchedFrom } from '../find-matched-people.ts'
import type { MatchedPerson } from '../find-matched-people.ts'
import type { SearchText } from '../read-query.ts'
import { ranked } from './ranked.ts'
import { NOTHING_IN_TIME } from './source.ts'
import type { Found, Source } from './source.ts'

const FoundPerson = Type.Object({ ...ListedPerson.properties, match: Match })

/** Finds contacts by name, phone number, email address and other identities, the best first. */
export const people: Source<typeof FoundPerson> = {
  item: FoundPerson,
  scope: 'contacts:read',
  find: findPeople,
}

async function findPeople(
  scope: Scope,
  text: SearchText,
  page: PageInput,
): Promise<Found<Static<typeof FoundPerson>>> {
  const matched = await findMatchedPeople(scope, text)
  if (!matched) return NOTHING_IN_TIME
  const shown = pageOfMatched(matched, page)
  const found = await limitStatements(scope, (tx) =>
    readPage(shown, (ids) => readPeople(tx, ids, text)),
  )
  return found ? { ...found, isComplete: true } : NOTHING_IN_TIME
}

const ORDER = ranked<MatchedPerson>('updated_at', 'id', sql.ref('rank'), (row) => row.updated_at)

/** Returns the page of contacts that are in the order of the list. @throws {AppError} invalid_cursor */
function pageOfMatched(matched: MatchedPerson[], page: PageInput): Page<MatchedPerson> {
  const after = readCursor(ORDER, page)
  const rest = matchedFrom(matched, after).filter(({ id }) => id !== after?.[2])
  return toPage(rest.slice(0, rowsToRead(page)), ORDER, page, (row) => row)
}

async function readPeople(
  tx: Scope,
  ids: string[],
  text: SearchText,
): Promise<(Static<typeof FoundPerson> | undefined)[]> {
  const rows = await selectFrom(tx, 'people')
    .select(columnsOf('people'))
    .select(usernameOf(tx.workspaceId, 'people.id').as('username'))
    .select(
      sql<{ field: string; text: string }[]>`coalesce((
        select json_agg(json_build_object('field', kind, 'text', value) order by kind, value)
        from identities
        where identities.workspace_id = ${tx.workspaceId} and identities.person_id = people.id
      ), '[]')`.as('identities'),
    )
    .where('merged_into_id', 'is', null)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()
  const people = new Map(
    rows.map(({ username, identities, ...row }) => [
      row.id,
      {
        ...toPerson(row),
        username,
        match: findMatch(
          [
            { field: 'name', text: row.name },
            { field: 'phone_e164', text: row.phone_e164 },
            { field: 'email', text: row.email },
            ...identities,
          ],
          text,
        ),
      },
    ]),
  )
  return ids.map((id) => people.get(id))
}
