import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { listPage, NEWEST_BY_ID } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page } from '#lib/page.ts'
import type { BulkSubject } from '#shared/bulk-actions.ts'
import { toBulkAction } from './schema.ts'
import type { BulkActionResource, ListBulkActionsQuery } from './schema.ts'

/** Returns one page of the bulk actions of a subject, newest first. @throws {AppError} invalid_cursor */
export async function listBulkActions(
  scope: Scope,
  subject: BulkSubject,
  input: Static<typeof ListBulkActionsQuery>,
): Promise<Page<BulkActionResource>> {
  const { status } = input
  const isUndo = status === 'undoing' || status === 'undone'
  const query = selectFrom(scope, 'bulk_actions')
    .selectAll()
    .where('subject', '=', subject)
    .$if(status !== undefined && status !== 'canceled', (all) =>
      all.where('phase', '=', isUndo ? 'undo' : 'apply'),
    )
    .$if(status === 'running' || status === 'undoing', (all) => all.where('status', '=', 'running'))
    .$if(status === 'canceled', (all) => all.where('status', '=', 'canceled'))
    .$if(status === 'completed' || status === 'undone', (all) =>
      all.where('status', '=', 'completed'),
    )
  return listPage(query, NEWEST_BY_ID, input, toBulkAction)
}
