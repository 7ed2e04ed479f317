import { Type } from 'typebox'
import type { TObject } from 'typebox'
import { nullable } from '#lib/schemas.ts'
import { choiceList } from './list-filters.ts'

/** The query of a request that can expand its answer. */
export type ExpandQuery = { expand?: string | undefined }

/** Returns the field of a query that names what to expand. */
export function expandQuery(names: readonly string[]) {
  return { expand: choiceList(names, 'Also returns, each as a field of its name, one or more') }
}

/** Returns the fields of a response that can be expanded, by their names. */
export function expandedFields(schemas: Readonly<Record<string, TObject>>) {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      Type.Optional(nullable(schema, `Only with \`expand=${name}\`.`)),
    ]),
  )
}

/** Returns the query without `expand`, for a list that several requests share. */
export function withoutExpand<Q extends ExpandQuery>({
  expand: _,
  ...query
}: Q): Omit<Q, 'expand'> {
  return query
}
