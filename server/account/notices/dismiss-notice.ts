import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { updateTable } from '#db/select-from.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { toNotice } from './schema.ts'
import type { NoticeResource } from './schema.ts'

/**
 * Dismisses a notice for all admins. Dismissing it again keeps the first admin and time. @throws {AppError}
 * notice_not_found
 */
export async function dismissNotice(scope: Scope, id: string): Promise<NoticeResource> {
  const row = isUuid(id)
    ? await updateTable(scope, 'notices')
        .set({
          dismissed_at: sql<Date>`coalesce(dismissed_at, ${scope.clock.now()}::timestamptz)`,
          dismissed_by: sql<string>`case when dismissed_at is null then ${scope.actor.id}::uuid
            else dismissed_by end`,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
    : undefined
  if (!row) throw new AppError('notice_not_found', 'There is no such notice in this workspace.')
  return toNotice(row)
}
