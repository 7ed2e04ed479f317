import { selectFrom } from '#db/select-from.ts'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { scanAfter, scanNewest } from '#db/scan-newest.ts'
import type { AuditEntries } from '#db/tables/audit-entries.ts'
import { idRange } from '#lib/lists/id-range.ts'
import type { Page } from '#lib/page.ts'
import { readChoices } from '#lib/lists/read-choices.ts'
import { readTime } from '#lib/read-time.ts'
import { AUDIT_ACTIONS } from '#shared/audit-actions.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import type { KeyMode } from '#shared/api-keys.ts'
import type { AuditEntry, ListAuditQuery } from './schema.ts'

type Row = Selectable<AuditEntries> & { created_at: Date }

/** Returns one page of the audit log, newest first. @throws {AppError} invalid_cursor, validation_failed */
export async function listAudit(scope: Scope, input: ListAuditQuery): Promise<Page<AuditEntry>> {
  const after = scanAfter(input)
  const actions = readChoices(input.action, 'action', AUDIT_ACTIONS)
  const since = input.since === undefined ? undefined : readTime(input.since, 'since')
  const until = input.until === undefined ? undefined : readTime(input.until, 'until')
  const { first, end } = idRange({ since, until })
  const rows = sql`select *, occurred_at as created_at from audit_entries
    where workspace_id = ${scope.workspaceId}
    ${after ? sql`and id < ${after}::uuid` : sql``}
    ${first ? sql`and id >= ${first}::uuid` : sql``}
    ${end ? sql`and id < ${end}::uuid` : sql``}
    ${input.actor_id === undefined ? sql`` : sql`and actor_id = ${input.actor_id}::uuid`}`
  const page = await scanNewest(
    scope.db,
    {
      // One source per action, because the index returns the entries of each action in order.
      sources: actions ? actions.map((action) => sql`${rows} and action = ${action}`) : [rows],
      where: sql`true
        ${since ? sql`and occurred_at >= ${since}::timestamptz` : sql``}
        ${until ? sql`and occurred_at < ${until}::timestamptz` : sql``}`,
    },
    input,
    (row: Row) => row,
  )
  const actors = await readActors(scope, page.data)
  return { ...page, data: page.data.map((row) => toAuditEntry(row, actors)) }
}

/** A member or an API key that acted; only a key has a mode. */
type ActorFacts = { name: string; key_mode: KeyMode | null }

/** Returns the members, bots and API keys that acted, by id. */
async function readActors(scope: Scope, rows: Row[]): Promise<Map<string, ActorFacts>> {
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
