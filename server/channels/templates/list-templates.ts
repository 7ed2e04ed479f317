import type { Scope } from '#context.ts'
import { newestFirst } from '#db/newest-first.ts'
import { readPageInput, toPage } from '#lib/pagination.ts'
import type { Page } from '#lib/pagination.ts'
import { toTemplate } from './schema.ts'
import type { ListTemplatesQuery, Template } from './schema.ts'

/** One page of templates, those that changed last first. @throws {AppError} invalid_cursor */
export async function listTemplates(
  scope: Scope,
  input: ListTemplatesQuery,
): Promise<Page<Template>> {
  const { limit, after } = readPageInput(input)
  let query = newestFirst(
    scope.db.selectFrom('templates').selectAll().where('workspace_id', '=', scope.workspaceId),
    { time: 'updated_at', id: 'id' },
    { after, limit },
  )
  if (input.status) query = query.where('status', '=', input.status.toUpperCase())
  if (input.name) query = query.where('name', '=', input.name)
  if (input.language) query = query.where('language', '=', input.language)
  if (input.channel_id) {
    const ofChannel = scope.db
      .selectFrom('channels')
      .select('business_account')
      .where('workspace_id', '=', scope.workspaceId)
      .where('id', '=', input.channel_id)
      .where('business_account', 'is not', null)
      .$narrowType<{ business_account: string }>()
    query = query.where('business_account', 'in', ofChannel)
  }
  const rows = await query.execute()
  return toPage(rows, limit, (row) => ({ at: row.updated_at, id: row.id }), toTemplate)
}
