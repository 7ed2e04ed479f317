import type { Scope } from '#db/context.ts'
import { listPage, newestFirst } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page } from '#lib/page.ts'
import { toTemplate } from './schema.ts'
import type { ListTemplatesQuery, Template } from './schema.ts'

/** Lists templates, last changed first. @throws {AppError} invalid_cursor */
export async function listTemplates(
  scope: Scope,
  input: ListTemplatesQuery,
): Promise<Page<Template>> {
  let query = selectFrom(scope, 'templates').selectAll()
  if (input.status) query = query.where('status', '=', input.status.toUpperCase())
  if (input.name) query = query.where('name', '=', input.name)
  if (input.language) query = query.where('language', '=', input.language)
  if (input.channel_id) {
    const ofChannel = selectFrom(scope, 'channels')
      .select('business_account')
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
