import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { isPlain, listPage } from '#db/list-page.ts'
import type { Order } from '#db/list-page.ts'
import { columnsOf } from '#db/row-columns.ts'
import type { Page } from '#lib/page.ts'
import { filterContacts } from './filter-contacts.ts'
import type { PersonRow } from './person-facts.ts'
import { toPerson } from './schema.ts'
import type { ListedPerson, ListContactsQuery } from './schema.ts'
import { usernameOf } from './username-of.ts'

type Row = PersonRow & { name_key: string; username: string | null }

/** The sort key of people by name, as in the index `people_name`. */
const nameKey = sql<string>`lower(left(coalesce(name, ''), 50))`

const byId: Order<Row>['columns'][number] = {
  by: sql.ref('id'),
  kind: 'uuid',
  of: (row) => row.id,
}

/** The orders of the list. Ids sort by creation, because they contain its time. */
const ORDERS = {
  updated: {
    direction: 'desc',
    columns: [{ by: sql.ref('updated_at'), kind: 'time', of: (row) => row.updated_at }, byId],
  },
  created: { direction: 'desc', columns: [byId] },
  name: {
    direction: 'asc',
    columns: [{ by: nameKey, kind: 'text', of: (row) => row.name_key }, byId],
  },
} satisfies Record<string, Order<Row>>

/** Filters and order of the list. */
type ListContactsInput = Static<typeof ListContactsQuery>

/** Returns one page of people, by `sort` (the last changed first). @throws {AppError} invalid_cursor, validation_failed */
export async function listContacts(
  scope: Scope,
  input: ListContactsInput,
): Promise<Page<ListedPerson>> {
  const order: Order<Row> = ORDERS[input.sort ?? 'updated']
  const condition = await filterContacts(scope, input)
  const people = scope.db
    .selectFrom('people')
    .select(columnsOf('people'))
    .select([nameKey.as('name_key'), usernameOf(scope.workspaceId, 'people.id').as('username')])
    .where(condition)
  return listPage(
    people,
    order,
    input,
    (row) => ({ ...toPerson(row), username: row.username }),
    isContactPage(input),
  )
}

/** Returns whether a page of the list is read by the index of its order. */
export function isContactPage(input: ListContactsInput): boolean {
  return isPlain(input, (input.sort ?? 'updated') === 'updated' ? ['updated_after'] : [])
}
