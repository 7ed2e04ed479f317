import type { WorkReport } from '#reports/work-schema.ts'
import type { Query } from '../../lib/api.ts'
import type { Wire } from '../../lib/wire.ts'
import classes from './reports.module.css'
import { useReport } from './use-report.ts'
import { WorkTable } from './work-table.tsx'
import type { WorkFigure } from './work-table.tsx'

/**
 * Shows figures of each member and of each team beside each other, for the period of `query`. Shows nothing with a filter by channel or
 * member, which work has none of, and no teams if there are none.
 */
export function WorkBeside({ query, figures }: { query: Query; figures: readonly WorkFigure[] }) {
  const { from, to, time_zone, hours, channel_id: channel, member_id: member } = query
  const period = { from, to, time_zone, hours }
  const [ofMembers, ofTeams] = [
    { ...period, by: 'member' },
    { ...period, by: 'team' },
  ]
  const members = useReport<Wire<WorkReport>>('work', ofMembers).data
  const teams = useReport<Wire<WorkReport>>('work', ofTeams).data
  if (channel || member || !members?.rows.length) return null
  return (
    <div className={classes.beside} data-wide={figures.length > 3}>
      <WorkTable report={members} query={ofMembers} figures={figures} />
      {teams?.rows.some(({ id }) => id !== null) && (
        <WorkTable report={teams} query={ofTeams} figures={figures} />
      )}
    </div>
  )
}
