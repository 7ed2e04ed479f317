import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * Returns SQL for a message's `media` in which the file `id`, the first or one of `more`, is updated with `shown`;
 * unchanged without such a file.
 */
export function showOn(
  media: RawBuilder<unknown>,
  id: string,
  shown: Record<string, unknown>,
): RawBuilder<unknown> {
  const over = sql`${JSON.stringify(shown)}::jsonb`
  return sql`case
    when ${media} ->> 'id' = ${id}::text then ${media} || ${over}
    when ${media} ? 'more' then jsonb_set(${media}, '{more}', (
      select jsonb_agg(case when file ->> 'id' = ${id}::text then file || ${over} else file end order by place)
      from jsonb_array_elements(${media} -> 'more') with ordinality as item (file, place)))
    else ${media}
  end`
}

/** Returns SQL for whether the file `id` is one of a message's `media`. */
export function hasFile(media: RawBuilder<unknown>, id: string): RawBuilder<unknown> {
  return sql`(${media} ->> 'id' = ${id}::text
    or ${media} -> 'more' @> jsonb_build_array(jsonb_build_object('id', ${id}::text)))`
}
