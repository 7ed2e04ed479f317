import { sql } from 'kysely'
import { systemScope } from '#db/context.ts'
import type { Context } from '#db/context.ts'
import { contextsOf } from '#db/shards.ts'
import { createPlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import type { PlatformClients } from '#platforms/registry/create-platform-clients.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { decryptAccessToken } from './encrypt-access-token.ts'

/** A connected channel, and whether the platform confirms its owner. `no_access_token`: nothing can prove it. */
export type CheckedOwnership = {
  workspace: string
  type: ChannelType
  account: string
  business_account: string | null
  ownership: 'proven' | 'unproven' | 'unknown' | 'no_access_token'
  message: string | null
}

type Row = Pick<CheckedOwnership, 'workspace' | 'type' | 'account' | 'business_account'> & {
  id: string
  workspaceId: string
  accessToken: Buffer | null
}

/** Asks the platforms about the owner of every connected channel of the installation. Changes nothing. */
export async function auditOwnership(context: Context): Promise<CheckedOwnership[]> {
  const clients = createPlatformClients(context.config)
  try {
    return await askPlatforms(context, clients)
  } finally {
    await clients.close()
  }
}

async function readChannels(context: Context): Promise<Omit<Row, 'workspace'>[]> {
  const { rows } = await sql<Omit<Row, 'workspace'>>`
    /* across workspaces: the operator checks all of them */
    select type, account, business_account, id, workspace_id as "workspaceId", access_token as "accessToken"
    from channels where disconnected_at is null order by id`.execute(context.db)
  return rows
}

async function askPlatforms(
  context: Context,
  clients: PlatformClients,
): Promise<CheckedOwnership[]> {
  const rows: Omit<Row, 'workspace'>[] = []
  for (const { context: there } of contextsOf(context)) rows.push(...(await readChannels(there)))
  const workspaces = await context.directory
    .selectFrom('workspaces')
    .select(['id', 'slug'])
    .orderBy('slug')
    .execute()
  const named = workspaces.flatMap(({ id, slug: workspace }) =>
    rows.filter((row) => row.workspaceId === id).map((row) => ({ ...row, workspace })),
  )
  const checked: CheckedOwnership[] = []
  for (const { id, workspaceId, accessToken, ...channel } of named) {
    if (findPlatform(channel.type).capabilities.isHosted) continue
    if (accessToken === null) {
      checked.push({ ...channel, ownership: 'no_access_token', message: null })
      continue
    }
    const answer = await clients.of(channel.type).proveOwnership({
      account: channel.account,
      businessAccount: channel.business_account,
      accessToken: decryptAccessToken(systemScope(context, workspaceId), id, accessToken),
    })
    const message = answer.kind === 'proven' ? null : answer.error.message
    checked.push({ ...channel, ownership: answer.kind, message })
  }
  return checked
}
