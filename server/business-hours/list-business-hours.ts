import type { Scope } from '#db/context.ts'
import { listPage, NEWEST } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { toBusinessHours } from './schema.ts'
import type { BusinessHours } from './schema.ts'

/** Lists business hours, newest first. @throws {AppError} invalid_cursor */
export async function listBusinessHours(
  scope: Scope,
  input: PageInput,
): Promise<Page<BusinessHours>> {
  const now = scope.clock.now()
  return listPage(selectFrom(scope, 'business_hours').selectAll(), NEWEST, input, (row) =>
    toBusinessHours(row, now),
  )
}
