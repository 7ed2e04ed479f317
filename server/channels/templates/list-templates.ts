import type { Scope } from '#context.ts'
import { listPage, newestFirst } from '#db/list-page.ts'
import type { Page } from '#lib/pagination.ts'
import { toTemplate } from './schema.ts'
import type { ListTemplatesQuery, Template } from './schema.ts'

/** Lists templates, last changed first. @throws {AppError} invalid_cursor */
export async function listTemplates(
  scope: Scope,
  input: ListTemplatesQuery,
): Promise<Page<Template>> {
  let query = scope.db
    .selectFrom('templates')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
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
  return listPage(
    query,
    newestFirst('updated_at', 'id', (row) => row.updated_at),
    input,
    toTemplate,
  )
}
