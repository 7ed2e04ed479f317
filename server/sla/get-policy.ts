import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { isUuid } from '#lib/ids.ts'
import type { SlaTerms } from '#shared/sla.ts'
import { toPolicy } from './schema.ts'
import type { SlaPolicy } from './schema.ts'

/** Selects the policies of the workspace with the terms of their versions. */
export function selectPolicies({ db, workspaceId }: Scope) {
  return db
    .selectFrom('sla_policies as policy')
    .where('policy.workspace_id', '=', workspaceId)
    .where('policy.deleted_at', 'is', null)
    .select([
      'policy.id',
      'policy.name',
      'policy.position',
      'policy.conditions',
      'policy.notify',
      'policy.version',
      'policy.created_at',
      'policy.updated_at',
    ])
    .select(
      sql<SlaTerms>`(
        select terms from sla_policy_versions
        where sla_policy_versions.workspace_id = ${workspaceId} and policy_id = policy.id
          and sla_policy_versions.version = policy.version)`.as('terms'),
    )
}

/** Returns a policy. With `lock`, nobody else changes it until the transaction ends. @throws {AppError} sla_policy_not_found */
export async function getPolicy(scope: Scope, id: string, lock?: 'change'): Promise<SlaPolicy> {
  const row = isUuid(id)
    ? await selectPolicies(scope)
        .where('policy.id', '=', id)
        .$if(lock === 'change', (query) => query.forNoKeyUpdate())
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound('sla_policies', id)
  return toPolicy(row)
}
