import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import type { AuditEntries } from '#db/tables/audit-entries.ts'
import type { KeyMode } from '#shared/api-keys.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import type { AuditEntry } from './schema.ts'

type Row = Selectable<AuditEntries>

/** Converts rows of `audit_entries` to entries of the API, with the current names of those who acted. */
export async function toAuditEntries(scope: Scope, rows: readonly Row[]): Promise<AuditEntry[]> {
  const actors = await readActors(scope, rows)
  return rows.map((row) => toAuditEntry(row, actors))
}

/** A member or an API key that acted; only a key has a mode. */
type ActorFacts = { name: string; key_mode: KeyMode | null }

/** Returns the members, bots and API keys that acted, by id. */
async function readActors(scope: Scope, rows: readonly Row[]): Promise<Map<string, ActorFacts>> {
  const ids = [...new Set(rows.flatMap((row) => row.actor_id ?? []))]
  if (ids.length === 0) return new Map()
  const { rows: named } = await sql<ActorFacts & { id: string }>`
    select memberships.id, users.name, null as key_mode
    from memberships join users on users.id = memberships.user_id
    where memberships.workspace_id = ${scope.workspaceId}
      and memberships.id = any (${ids}::uuid[])
    union all
    select id, name, mode as key_mode from api_keys
    where workspace_id = ${scope.workspaceId}
      and id = any (${ids}::uuid[])`.execute(scope.directory)
  const bots = await selectFrom(scope, 'bots')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()
  return new Map([
    ...named.map(({ id, ...actor }) => [id, actor] as const),
    ...bots.map(({ id, name }) => [id, { name, key_mode: null }] as const),
  ])
}

function toAuditEntry(row: Row, actors: Map<string, ActorFacts>): AuditEntry {
  const actor = row.actor_id === null ? undefined : actors.get(row.actor_id)
  return {
    id: row.id,
    action: row.action as AuditAction,
    actor: {
      type: row.actor_type,
      id: row.actor_id,
      name: actor?.name ?? null,
      key_mode: actor?.key_mode ?? null,
    },
    target: { type: row.target_type, id: row.target_id },
    data: row.data,
    occurred_at: row.occurred_at,
  }
}
