import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { likePattern } from '#db/searching/like-pattern.ts'
import {
  containsAll,
  containsGrams,
  containsPlain,
  isBeyondAscii,
  startsWith,
} from '#db/searching/contains-all.ts'
import { limitStatements } from './limit-statements.ts'
import type { SearchText } from './read-query.ts'

/**
 * Maximum number of contacts, conversations or tickets that one index finds and that are ranked, and of the last changed
 * ones that are searched without an index, which finds common words.
 */
export const RANKED_MAX = 2_000

/** A contact that matches. */
export type MatchedPerson = { id: string; rank: number; updated_at: Date }

const found = new WeakMap<SearchText, Promise<MatchedPerson[] | undefined>>()

/**
 * Finds the contacts that match: all terms in the name, the main phone number and the main email address, or in another identity, or a
 * phone number or email address in any notation. The best come first, then the last changed. Undefined if that takes too long.
 *
 * Contacts and conversations of one search need them, so they are found once for each `text`.
 */
export function findMatchedPeople(
  scope: Scope,
  text: SearchText,
): Promise<MatchedPerson[] | undefined> {
  return found.getOrInsertComputed(text, () =>
    limitStatements(scope, async (tx) => {
      const { rows } = await sql<MatchedPerson>`
        select id, max(rank)::integer as rank, max(updated_at) as updated_at from (${matchedPeople(tx, text)}) as matched
        group by id order by 2 desc, 3 desc, id desc limit ${RANKED_MAX}`.execute(tx.db)
      return rows
    }),
  )
}

/** Returns the contacts from the one with these values of a cursor on: rank, time of the last change and id. All without a cursor. */
export function matchedFrom(
  matched: MatchedPerson[],
  [rank, time, id]: (string | number)[] = [],
): MatchedPerson[] {
  const at = time === undefined ? undefined : new Date(time).getTime()
  return matched.filter(
    (row) =>
      (compare(row.rank, rank) || compare(row.updated_at.getTime(), at) || compare(row.id, id)) <=
      0,
  )
}

function compare<T extends string | number>(value: T, to: string | number | undefined): number {
  if (to === undefined || value === to) return 0
  return value < to ? -1 : 1
}

/**
 * Builds a query of the contacts that match. Each part computes the rank from the row that it reads anyway, so that what is not shown is
 * read once.
 */
function matchedPeople(scope: Scope, text: SearchText): RawBuilder<unknown> {
  const search = sql.ref('people.search')
  const value = sql.ref('value')
  const rank = rankOfPerson(text)
  const own = sql`people.workspace_id = ${scope.workspaceId} and people.merged_into_id is null`
  const ofPeople = (condition: RawBuilder<unknown>) => sql`(
    select people.id, ${rank} as rank, people.updated_at from people where ${own} and ${condition} limit ${RANKED_MAX})`
  const ofIdentities = (condition: RawBuilder<unknown>) => sql`(
    select people.id, case when is_whole then 3 else ${rank} end as rank, people.updated_at
    from (
      select person_id, bool_or(value in (${text.folded}, ${text.phone ?? text.folded})) as is_whole from (
        select person_id, value from identities
        where workspace_id = ${scope.workspaceId} and ${condition} limit ${RANKED_MAX}
      ) as each group by person_id
    ) as identity
    cross join lateral (
      select id, name, email, phone_e164, updated_at from people where ${own} and people.id = identity.person_id limit 1
    ) as people)`
  const plain = containsPlain(search, text)
  const plainIdentity = containsPlain(value, text)
  const grams = containsGrams(search, text)
  const beyond = grams && sql`${isBeyondAscii(search)} and ${grams}`
  // Together, both indexes find everything, unless one of them finds too many.
  const isNewestNeeded =
    plain && beyond
      ? sql`(select count(*) from by_index) >= ${RANKED_MAX}::integer`
      : sql<boolean>`true`
  const byIndex = [plain, beyond].flatMap((each) => (each ? [ofPeople(each)] : []))
  const parts = [
    sql`(
      select people.id, ${rank} as rank, people.updated_at from (
        select id, search, name, email, phone_e164, updated_at from people
        where ${own} order by updated_at desc, id desc limit ${RANKED_MAX}
      ) as people where ${isNewestNeeded} and ${containsAll(search, text)})`,
    ...(byIndex.length > 0 ? [sql`(select id, rank, updated_at from by_index)`] : []),
    ...(plainIdentity ? [ofIdentities(plainIdentity)] : []),
    ...text.forms.map((form) => ofIdentities(sql`value like ${likePattern(form)}`)),
  ]
  const indexed =
    byIndex.length > 0
      ? sql`with by_index as materialized (${sql.join(byIndex, sql` union all `)})`
      : sql``
  return sql`${indexed} ${sql.join(parts, sql` union all `)}`
}

/**
 * Builds the rank of a contact whose table has the name `people`: 3 for exactly the name, phone number or email address, 2 for the
 * beginning of one, 1 for the beginning of a word of the name, else 0. A whole other identity, for which the rank is 3 too, is
 * known to the part that finds it.
 */
export function rankOfPerson(text: SearchText): RawBuilder<number> {
  const { folded, phone, forms } = text
  const name = sql.ref('people.name')
  const word = sql`search_fold(' ' || ${name}) like ${`% ${likePattern(folded).slice(1)}`}`
  const isPhone = phone === null ? sql`false` : sql`people.phone_e164 = ${phone}`
  const starts = forms.map((form) => `+${likePattern(form).slice(1)}`)
  const beginsPhone = sql`coalesce(people.phone_e164 like any (${starts}::text[]), false)`
  return sql<number>`case
    when search_fold(${name}) = ${folded} or search_fold(people.email) = ${folded} or ${isPhone} then 3
    when ${startsWith(name, text)} or ${startsWith(sql.ref('people.email'), text)} or ${beginsPhone} then 2
    when ${word} then 1
    else 0 end`
}
