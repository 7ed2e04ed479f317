import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Context, LaneRef } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import type { LaneKind } from '#db/tables/lanes.ts'
import { firstOf } from '#lib/first-of.ts'
import { isHere } from './is-here.ts'

/** A lane under our lease; `wakes` is the number of its wake-ups that this lease has seen. */
export type ClaimedLane = LaneRef & { leaseToken: string; wakes: number }

/**
 * Request for up to `count` lanes of a kind, for `leaseMs`, except for workspaces that have their share. With `slots`, of which `active`
 * workspaces use some, each workspace gets one part in `n + 1` of them at most, where `n` counts those workspaces and all of the claim.
 */
export type ClaimRequest = {
  kind: LaneKind
  count: number
  leaseMs: number
  slots?: number
  active?: number
  excludeWorkspaces?: string[]
}

/**
 * Options of a claim. `takeOver`: whether lanes whose lease ran out are free; the default. `until`: a claim that the
 * database executes later, because it was frozen, claims nothing. `except`: tokens of leases that are not free although they ran out,
 * because this worker is still at their work.
 */
type ClaimOptions = { takeOver?: boolean; until?: Date; except?: string[] }

/**
 * Claims lanes that are due and free, those due longest first, and returns the ms until the next one is due. `isMore`: it found as
 * many as it may claim of some kind, so that more may be due, or some are left because their workspace has its share.
 *
 * Skips lanes that another worker is claiming. The update changes no indexed column, so a lease costs no index entry.
 */
export async function claimLanes(
  context: Pick<Context, 'db'>,
  requests: ClaimRequest[],
  { takeOver = true, until, except = [] }: ClaimOptions = {},
): Promise<{ lanes: ClaimedLane[]; nextDueMs: number | null; isMore: boolean }> {
  const requestRows = bulkRows('request', requests, {
    kind: ['text', (each) => each.kind],
    count: ['integer', (each) => each.count],
    lease_ms: ['integer', (each) => each.leaseMs],
    slots: ['integer', (each) => each.slots ?? null],
    active: ['integer', (each) => each.active ?? 0],
  })
  const isFree = takeOver
    ? sql`(lease_until is null or lease_until <= now())`
    : sql`lease_until is null`
  const { rows } = await prepared<{
    lanes: ClaimedLane[]
    next_due_ms: number | null
    is_more: boolean
  }>`
    with request as (
      select ${requestRows.columns} from ${requestRows}
    ), excluded as (
      select kind, workspace_id from ${excludedRows(requests)}
    ), due as materialized (
      select lane.kind, lane.workspace_id, lane.target_id, lane.due_at, request.lease_ms from request, lateral (
        select kind, workspace_id, target_id, due_at from lanes
        where kind = request.kind and due_at <= now() and ${isFree} and ${isHere('lanes')}
          ${until ? sql`and now() <= ${until}` : sql``}
          ${except.length > 0 ? sql`and (lease_token is null or lease_token <> all (${except}::uuid[]))` : sql``}
          and (kind, workspace_id) not in (select kind, workspace_id from excluded)
        order by due_at
        limit request.count
        for no key update skip locked
      ) as lane
    ), found as (
      select kind, count(*) as lanes, count(distinct workspace_id) as workspaces from due group by kind
    ), shared as (
      select due.kind, due.workspace_id, due.target_id, due.lease_ms,
        row_number() over (partition by due.kind, due.workspace_id order by due.due_at)
          <= coalesce(ceil(request.slots / (request.active + found.workspaces + 1)::float8), request.count) as is_mine
      from due join request using (kind) join found using (kind)
    ), claimed as (
      update lanes
      set lease_until = now() + shared.lease_ms * interval '1 millisecond', lease_token = gen_random_uuid()
      from shared
      where lanes.kind = shared.kind and lanes.workspace_id = shared.workspace_id
        and lanes.target_id = shared.target_id and shared.is_mine
      returning lanes.kind, lanes.workspace_id, lanes.target_id, lanes.lease_token, lanes.wakes, lanes.due_at
    )
    select
      coalesce((
        select json_agg(json_build_object('kind', kind, 'workspaceId', workspace_id, 'targetId', target_id,
          'leaseToken', lease_token, 'wakes', wakes) order by due_at)
        from claimed
      ), '[]') as lanes,
      (
        select extract(epoch from min(next.due_at) - now())::float8 * 1000
        from request, lateral (
          select due_at from lanes where kind = request.kind and due_at > now() order by due_at limit 1
        ) as next
      ) as next_due_ms,
      exists (select from found join request using (kind) where found.lanes = request.count)
        or exists (select from shared where not is_mine) as is_more`.execute(context.db)
  const { lanes, next_due_ms: nextDueMs, is_more: isMore } = firstOf(rows)
  return { lanes, nextDueMs, isMore }
}

/** Returns the kinds and workspaces that requests leave out, as the source `excluded` of a query. */
export function excludedRows(requests: ClaimRequest[]): RawBuilder<unknown> {
  const excluded = requests.flatMap(({ kind, excludeWorkspaces = [] }) =>
    excludeWorkspaces.map((id) => [kind, id] as const),
  )
  return bulkRows('excluded', excluded, {
    kind: ['text', ([kind]) => kind],
    workspace_id: ['uuid', ([, id]) => id],
  })
}
