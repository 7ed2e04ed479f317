import type { Scope } from '#db/context.ts'
import { listPage, NEWEST } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { pickFields } from '#lib/schemas.ts'
import { TicketType } from './schema.ts'

/** Returns one page of the types of tickets, the newest first. @throws {AppError} invalid_cursor */
export async function listTicketTypes(scope: Scope, input: PageInput): Promise<Page<TicketType>> {
  const query = selectFrom(scope, 'ticket_types').selectAll()
  return listPage(query, NEWEST, input, (row) => pickFields(TicketType, row))
}
