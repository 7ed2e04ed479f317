import { sql } from 'kysely'
import type { Db } from '../pool.ts'

/**
 * A word or phrase that texts are searched for.
 *
 * folded: as the database compares it: lower case, without accents.
 * grams: sequences of three characters (two, if it has no more) that the indexes contain; empty if they cannot find it.
 * isAscii: whether the trigram index of a text can find it.
 */
export type Term = { folded: string; grams: string[]; isAscii: boolean }

/** Folds and cuts texts by the same functions that the indexes contain, into one term each. */
export async function readTerms({ db }: { db: Db }, texts: string[]): Promise<Term[]> {
  // Whole sequences of three characters are numbers from 2^42 on.
  const { rows } = await sql<Omit<Term, 'isAscii'>>`
    select search_fold(word) as folded, array(
      select gram::text from unnest(search_grams(word)) as gram
      where gram >= 1::bigint << 42 or length(search_fold(word)) < 3
    ) as grams
    from unnest(${texts}::text[]) with ordinality as words (word, place)
    order by place`.execute(db)
  return rows.map((term) => ({ ...term, isAscii: /[a-z0-9]{3}/.test(term.folded) }))
}
