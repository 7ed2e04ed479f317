import { sql } from 'kysely'
import { createGraph } from '../graph.ts'
import { META_GRAPH_URL } from '#config.ts'
import { systemScope } from '#context.ts'
import type { Context, LaneRef } from '#context.ts'
import type { LaneHandler } from '#lanes/lane-handler.ts'
import { AppError } from '#lib/errors.ts'
import { syncTemplates } from './sync-templates.ts'

/** The lane of a channel's templates: they are read from the platform every hour, sooner after a failure. */
export function createTemplatesLane(context: Context): LaneHandler<Date | null> {
  const { graphUrl = META_GRAPH_URL, demo } = context.config
  const graph = createGraph({ graphUrl, isDemo: demo })
  return {
    slots: 2,
    leaseMs: 60_000,
    async work({ workspaceId, targetId }) {
      try {
        await syncTemplates(systemScope(context, workspaceId), graph, targetId)
      } catch (err) {
        if (!(err instanceof AppError)) throw err
        context.log.warn({ channel_id: targetId, code: err.code }, err.message)
      }
      // The sweeper finds the channel when its templates are due again.
      return null
    },
    findDue: () => findDueTemplates(context),
  }
}

/** Channels of every workspace whose templates are to be read again. */
async function findDueTemplates(context: Pick<Context, 'db' | 'clock'>): Promise<LaneRef[]> {
  const { rows } = await sql<LaneRef>`
    /* across workspaces: the sweeper serves all of them */
    select 'templates' as kind, workspace_id as "workspaceId", id as "targetId"
    from channels
    where type = 'whatsapp' and access_token is not null and business_account is not null
      and (templates_due_at is null or templates_due_at <= ${context.clock.now()})`.execute(
    context.db,
  )
  return rows
}
