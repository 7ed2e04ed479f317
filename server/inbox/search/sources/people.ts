import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { ListedPerson, toPerson } from '#contacts/schema.ts'
import { usernameOf } from '#contacts/username-of.ts'
import type { Scope } from '#db/context.ts'
import { listPage } from '#db/list-page.ts'
import type { PageInput } from '#lib/page.ts'
import { findMatch, Match } from '../find-match.ts'
import { limitStatements } from '../limit-statements.ts'
import { matchedPeople, rankOfPerson } from '../matched-people.ts'
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
  const rank = rankOfPerson(scope, text)
  const found = await limitStatements(scope, (tx) => {
    const query = tx.db
      .selectFrom('people')
      .selectAll('people')
      .select([rank.as('rank'), usernameOf(tx, 'people.id').as('username')])
      .select(
        sql<{ field: string; text: string }[]>`coalesce((
          select json_agg(json_build_object('field', kind, 'text', value) order by kind, value)
          from identities
          where identities.workspace_id = ${tx.workspaceId} and identities.person_id = people.id
        ), '[]')`.as('identities'),
      )
      .where('people.workspace_id', '=', tx.workspaceId)
      .where('people.merged_into_id', 'is', null)
      .where('people.id', 'in', matchedPeople(tx, text))
    return listPage(
      query,
      ranked('people.updated_at', 'people.id', rank, (row) => row.updated_at),
      page,
      (row) => ({
        ...toPerson(row),
        username: row.username,
        match: findMatch(
          [
            { field: 'name', text: row.name },
            { field: 'phone_e164', text: row.phone_e164 },
            { field: 'email', text: row.email },
            ...row.identities,
          ],
          text,
        ),
      }),
    )
  })
  return found ? { ...found, isComplete: true } : NOTHING_IN_TIME
}
