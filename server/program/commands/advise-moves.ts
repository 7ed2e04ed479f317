import { partitionBound } from '#db/partitions.ts'
import { openClient } from '#db/pool.ts'
import { proposeMoves } from './propose-moves.ts'
import type { Proposal } from './propose-moves.ts'

/** The moves that `shards status` proposes. `command` does one. */
export type Advice = { lines: string[]; proposals: (Proposal & { command: string })[] }

const DAY_MS = 24 * 3_600_000

/**
 * Proposes moves between `shards`, which all answer, by their loads and by the events of the last day of each workspace on the
 * busiest server. `directoryUrl` is the address of the main server.
 */
export async function adviseMoves(
  shards: { name: string; load: number; url: string }[],
  directoryUrl: string,
): Promise<Advice> {
  const busiest = shards.toSorted((a, b) => b.load - a.load)[0]
  if (!busiest || shards.length < 2) return { lines: [], proposals: [] }
  const workspaces = await countEvents(busiest.url, directoryUrl)
  const proposals = proposeMoves(
    shards.map((shard) => ({ ...shard, workspaces: shard === busiest ? workspaces : [] })),
  ).map((each) => ({
    ...each,
    command: `npx parley shards move-workspace --workspace ${each.workspace} --to ${each.to}`,
  }))
  return {
    lines: proposals.map(
      ({ from, load, command }) =>
        `Proposed, for ${load.toFixed(2)} of the load of ${from}, by the events of the last day: ${command}`,
    ),
    proposals,
  }
}

/** Counts the events of the last day of each workspace on a server. */
async function countEvents(
  url: string,
  directoryUrl: string,
): Promise<{ slug: string; events: number }[]> {
  const since = partitionBound(new Date(Date.now() - DAY_MS))
  await using server = await openClient(url, 'parley command', { limits: true })
  const { rows } = await server.query<{ id: string; events: number }>(
    `/* across workspaces: a figure of the whole server */
    select workspace_id as id, event_position - coalesce((
      select position from events
      where events.workspace_id = workspace_counters.workspace_id and events.id < $1
      order by events.id desc limit 1), trimmed_position) as events
    from workspace_counters`,
    [since],
  )
  await using directory = await openClient(directoryUrl, 'parley command')
  const slugs = await directory.query<{ id: string; slug: string }>(
    'select id, slug from workspaces where id = any ($1::uuid[])',
    [rows.map(({ id }) => id)],
  )
  const byId = new Map(slugs.rows.map(({ id, slug }) => [id, slug]))
  return rows.flatMap(({ id, events }) => {
    const slug = byId.get(id)
    return slug === undefined ? [] : [{ slug, events }]
  })
}
