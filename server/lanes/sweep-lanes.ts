import { sql } from 'kysely'
import type { Context, LaneRef } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { firstOf } from '#lib/first-of.ts'
import { isHere } from './is-here.ts'
import { LANES_CHANNEL } from './lane-waker.ts'

const BATCH = 1000

/**
 * Wakes the `lanes` that are asleep although they have due rows, because their wake-up was lost with a
 * process. Lanes that are due or in progress are not changed, so any number of sweepers can run. Returns how
 * many it woke.
 */
export async function sweepLanes(context: Pick<Context, 'db'>, lanes: LaneRef[]): Promise<number> {
  const ordered = lanes.toSorted((a, b) =>
    `${a.kind}${a.workspaceId}${a.targetId}` < `${b.kind}${b.workspaceId}${b.targetId}` ? -1 : 1,
  )
  let woken = 0
  for (let from = 0; from < ordered.length; from += BATCH) {
    const batch = ordered.slice(from, from + BATCH)
    const given = bulkRows('given', batch, {
      kind: ['text', (lane) => lane.kind],
      workspace_id: ['uuid', (lane) => lane.workspaceId],
      target_id: ['uuid', (lane) => lane.targetId],
    })
    const { rows } = await sql<{ woken: number }>`
      with given as (
        select * from ${given}
      ), asleep as (
        select given.* from given left join lanes using (kind, workspace_id, target_id)
        where ${isHere('given')} and (lanes.due_at is null
          or (lanes.due_at > now() and coalesce(lease_until, now()) <= now() and coalesce(not_before, now()) <= now()))
      ), woken as (
        insert into lanes (kind, workspace_id, target_id, due_at, wakes)
        select kind, workspace_id, target_id, now(), 1 from asleep
        order by kind, workspace_id, target_id
        on conflict (kind, workspace_id, target_id) do update
          set due_at = greatest(least(lanes.due_at, excluded.due_at), lanes.not_before),
          wakes = lanes.wakes + 1
        returning 1
      ), told as (
        select pg_notify(${LANES_CHANNEL}, '') where exists (select from woken)
      )
      select (select count(*) from woken) as woken, (select count(*) from told)`.execute(context.db)
    woken += firstOf(rows).woken
  }
  return woken
}
