import { sql } from 'kysely'
import { systemScope } from '#db/context.ts'
import type { Context, LaneRef, WithDb, WithClock } from '#db/context.ts'
import type { LaneHandler } from '#lanes/lane-handler.ts'
import { AppError } from '#lib/errors.ts'
import { createPlatformClients } from '#platforms/registry/create-platform-clients.ts'
import type { PlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { findChannelTypes } from '#platforms/registry/platforms.ts'
import { syncTemplates } from './sync-templates.ts'

/** Creates the lane of channels' templates: it reads them from the platform every hour, sooner after a failure. */
export function createTemplatesLane(
  context: Context,
  { clients = createPlatformClients(context.config) }: { clients?: PlatformClients } = {},
): LaneHandler<Date | null> {
  return {
    slots: 2,
    leaseMs: 60_000,
    async work({ workspaceId, targetId }) {
      try {
        await syncTemplates(systemScope(context, workspaceId), clients, targetId)
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

/** Finds the channels of every workspace whose templates are due, by the index of the times when they are. */
async function findDueTemplates(context: WithDb & WithClock): Promise<LaneRef[]> {
  const types = findChannelTypes(({ capabilities }) => capabilities.hasTemplates)
  const { rows } = await sql<LaneRef>`
    /* across workspaces: the sweeper serves all of them */
    select 'templates' as kind, workspace_id as "workspaceId", id as "targetId"
    from channels
    where type = any (${types}::text[]) and access_token is not null and business_account is not null
      and coalesce(templates_due_at, '-infinity') <= ${context.clock.now()}`.execute(context.db)
  return rows
}
