import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { isCommon } from '#db/searching/is-common.ts'
import { likePattern } from '#db/searching/like-pattern.ts'
import {
  containsAll,
  containsGrams,
  containsPlain,
  isBeyondAscii,
} from '#db/searching/contains-all.ts'
import { readTerms } from '#db/searching/read-terms.ts'
import type { Term } from '#db/searching/read-terms.ts'

/**
 * The contacts with a text in their name, main phone number, main email address or username.
 *
 * ids: their ids, as an array in SQL; undefined if the text is so common that a list is read faster in its own order.
 * condition: whether a row of `people` is one of them, which no index serves.
 */
type TextFilter = { ids: RawBuilder<string[]> | undefined; condition: RawBuilder<boolean> }

/** Builds the filter by a part of a contact's texts, without regard to case and accents. */
export async function filterText(scope: Scope, q: string): Promise<TextFilter> {
  const [text, username] = (await readTerms(scope, [q, q.trim().replace(/^@/, '')])) as [Term, Term]
  const { workspaceId } = scope
  const search = sql.ref('search')
  const all = containsAll(search, { terms: [text] })
  const hasUsername = sql<boolean>`kind = 'wa_username' and value ilike ${likePattern(username.folded)}`
  const condition = sql<boolean>`(${all} or exists (
    select from identities
    where identities.workspace_id = ${workspaceId} and identities.person_id = people.id and ${hasUsername}))`
  const plain = containsPlain(search, { terms: [text] })
  const grams = containsGrams(search, { terms: [text] })
  // An index finds all texts: by trigrams those in ASCII, by the other sequences the rest, which a term of other scripts
  // is always in.
  const isBeyond = /[^\0-\x7f]/u.test(text.folded)
  const newest = sql`
    select search from people
    where workspace_id = ${workspaceId} and merged_into_id is null order by updated_at desc, id desc`
  if (await isCommon(scope, newest, all)) return { ids: undefined, condition }
  const ofPeople = (found: RawBuilder<unknown>) =>
    sql`select id from people where workspace_id = ${workspaceId} and ${found}`
  if (!(plain ?? (isBeyond && grams))) return { ids: sql`array(${ofPeople(condition)})`, condition }
  const parts = [
    ...(plain ? [ofPeople(plain)] : []),
    ...(grams ? [ofPeople(sql`${isBeyondAscii(search)} and ${grams}`)] : []),
    // Usernames are in ASCII.
    ...(username.isAscii
      ? [
          sql`
            select person_id from identities
            where identities.workspace_id = ${workspaceId} and ${hasUsername}`,
        ]
      : []),
  ]
  return { ids: sql`array(${sql.join(parts, sql` union `)})`, condition }
}
