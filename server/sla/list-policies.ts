import type { Scope } from '#db/context.ts'
import { listPage, newestFirst } from '#db/list-page.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { selectPolicies } from './get-policy.ts'
import { toPolicy } from './schema.ts'
import type { PolicyRow, SlaPolicy } from './schema.ts'

const ORDER = newestFirst<PolicyRow>(
  'policy.created_at',
  'policy.id',
  ({ created_at }) => created_at,
)

/** Lists policies, newest first. @throws {AppError} invalid_cursor */
export async function listPolicies(scope: Scope, input: PageInput): Promise<Page<SlaPolicy>> {
  return listPage(selectPolicies(scope), ORDER, input, toPolicy)
}
