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
import { cleanName } from '#lib/clean-name.ts'
import { findAddressForms } from './find-address-forms.ts'

/**
 * The contacts with a text in their name, main phone number, main email address or username.
 *
 * ids: their ids, as an array in SQL; undefined if the text is so common that a list is read faster in its own order.
 * condition: whether a row of `people` is one of them, which no index serves.
 */
type TextFilter = { ids: RawBuilder<string[]> | undefined; condition: RawBuilder<boolean> }

/** Builds the filter by a part of a contact's texts, without regard to case and accents; addresses in any notation. */
export async function filterText(scope: Scope, q: string): Promise<TextFilter> {
  const words = cleanName(q.normalize('NFC')) ?? q
  const { forms } = await findAddressForms(scope, words)
  const terms = await readTerms(scope, [words.replace(/^@/, ''), words, ...forms])
  const [username, ...texts] = terms as [Term, Term, ...Term[]]
  const { workspaceId } = scope
  const search = sql.ref('search')
  const all = sql<boolean>`(${sql.join(
    texts.map((term) => containsAll(search, { terms: [term] })),
    sql` or `,
  )})`
  const hasUsername = sql<boolean>`kind = 'wa_username' and value ilike ${likePattern(username.folded)}`
  const condition = sql<boolean>`(${all} or exists (
    select from identities
    where identities.workspace_id = ${workspaceId} and identities.person_id = people.id and ${hasUsername}))`
  const newest = sql`
    select search from people
    where workspace_id = ${workspaceId} and merged_into_id is null order by updated_at desc, id desc`
  if (await isCommon(scope, newest, all)) return { ids: undefined, condition }
  const ofPeople = (found: RawBuilder<unknown>) =>
    sql`select id from people where workspace_id = ${workspaceId} and ${found}`
  const found = texts.map((term) => indexed(search, term))
  if (found.includes(undefined)) return { ids: sql`array(${ofPeople(condition)})`, condition }
  const parts = [
    ...found.flatMap((conditions) => conditions ?? []).map(ofPeople),
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

/**
 * Returns conditions that indexes serve and that together find a term: trigrams find texts in ASCII, and the other sequences the
 * rest, which a term of other scripts is always in. Undefined if there are none.
 */
function indexed(search: RawBuilder<unknown>, term: Term): RawBuilder<unknown>[] | undefined {
  const plain = containsPlain(search, { terms: [term] })
  const grams = containsGrams(search, { terms: [term] })
  if (!(plain ?? (/[^\0-\x7f]/u.test(term.folded) && grams))) return undefined
  return [...(plain ? [plain] : []), ...(grams ? [sql`${isBeyondAscii(search)} and ${grams}`] : [])]
}
