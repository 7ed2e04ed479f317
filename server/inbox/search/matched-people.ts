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
import type { SearchText } from './read-query.ts'

/**
 * Maximum number of contacts, conversations or tickets that one index finds and that are ranked, and of the last changed
 * ones that are searched without an index, which finds common words.
 */
export const RANKED_MAX = 2_000

/**
 * Builds a query of the ids of contacts that match: all terms in the name, the main phone number and the main email
 * address, or in another identity, or a phone number or email address in any notation.
 */
export function matchedPeople(scope: Scope, text: SearchText): RawBuilder<string> {
  const search = sql.ref('search')
  const value = sql.ref('value')
  const ofPeople = (condition: RawBuilder<unknown>) => sql`(
    select id from people
    where workspace_id = ${scope.workspaceId} and merged_into_id is null and ${condition} limit ${RANKED_MAX})`
  const ofIdentities = (condition: RawBuilder<unknown>) => sql`(
    select person_id from identities
    where workspace_id = ${scope.workspaceId} and ${condition} limit ${RANKED_MAX})`
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
      select id from (
        select id, search from people
        where workspace_id = ${scope.workspaceId} and merged_into_id is null
        order by updated_at desc, id desc limit ${RANKED_MAX}
      ) as newest where ${isNewestNeeded} and ${containsAll(search, text)})`,
    ...(byIndex.length > 0 ? [sql`(select id from by_index)`] : []),
    ...(plainIdentity ? [ofIdentities(plainIdentity)] : []),
    ...text.forms.map((form) => ofIdentities(sql`value like ${likePattern(form)}`)),
  ]
  const found =
    byIndex.length > 0
      ? sql`with by_index as materialized (${sql.join(byIndex, sql` union `)})`
      : sql``
  return sql`(${found} ${sql.join(parts, sql` union `)})`
}

/**
 * Builds the rank of a contact whose table has the name `people`: 3 for exactly the name, phone number, email address or
 * other identity, 2 for the beginning of one, 1 for the beginning of a word of the name, else 0.
 */
export function rankOfPerson({ workspaceId }: Scope, text: SearchText): RawBuilder<number> {
  const { folded, phone, forms } = text
  const name = sql.ref('people.name')
  const word = sql`search_fold(' ' || ${name}) like ${`% ${likePattern(folded).slice(1)}`}`
  const isPhone = phone === null ? sql`false` : sql`people.phone_e164 = ${phone}`
  const starts = forms.map((form) => `+${likePattern(form).slice(1)}`)
  const beginsPhone = sql`coalesce(people.phone_e164 like any (${starts}::text[]), false)`
  return sql<number>`case
    when search_fold(${name}) = ${folded} or search_fold(people.email) = ${folded} or ${isPhone} or exists (
      select from identities
      where identities.workspace_id = ${workspaceId} and identities.person_id = people.id
        and identities.value in (${folded}, ${phone ?? folded})) then 3
    when ${startsWith(name, text)} or ${startsWith(sql.ref('people.email'), text)} or ${beginsPhone} then 2
    when ${word} then 1
    else 0 end`
}
