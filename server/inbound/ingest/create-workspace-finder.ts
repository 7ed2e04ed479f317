import { createChannelRouteFinder } from '#channels/create-channel-route-finder.ts'
import type { Context } from '#db/context.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { accountLabel, businessAccountLabel } from '#platforms/account-label.ts'
import type { Part } from '#platforms/part.ts'
import { assignParts } from './assign-parts.ts'

/** Lifetime of a cached route; a channel never moves to another workspace. */
const ROUTE_MS = 60_000
const ROUTES_MAX = 10_000

/** Returns the workspaces of each part of a payload, as `assignParts` does. */
type WorkspaceFinder = (platform: ChannelType, parts: Part[]) => Promise<string[][]>

/**
 * Creates a finder of the workspaces that parts of payloads belong to. Routes are cached for a minute, so that a busy
 * number costs no query; an unknown account is looked up each time.
 */
export function createWorkspaceFinder(context: Pick<Context, 'directory'>): WorkspaceFinder {
  const findRoutes = createChannelRouteFinder(context)
  const remembered = new Map<string, { workspaceId: string; until: number }>()

  async function findAccounts(platform: ChannelType, accounts: string[]) {
    const now = performance.now()
    const found = new Map<string, string>()
    const asked: string[] = []
    for (const account of new Set(accounts)) {
      const known = remembered.get(`${platform} ${account}`)
      if (known && known.until > now) found.set(account, known.workspaceId)
      else asked.push(account)
    }
    if (asked.length === 0) return found
    if (remembered.size > ROUTES_MAX) remembered.clear()
    for (const [account, { workspaceId }] of await findRoutes(platform, asked)) {
      found.set(account, workspaceId)
      remembered.set(`${platform} ${account}`, { workspaceId, until: now + ROUTE_MS })
    }
    return found
  }

  async function findBusinessAccounts(platform: ChannelType, accounts: string[]) {
    if (accounts.length === 0) return new Map<string, string[]>()
    const rows = await context.directory
      .selectFrom('business_account_routes')
      .select(['account', 'workspace_id'])
      .where('platform', '=', platform)
      .where('account', 'in', [...new Set(accounts)])
      .orderBy('workspace_id')
      .execute()
    const groups = Map.groupBy(rows, (row) => row.account)
    return new Map(
      [...groups].map(([account, routes]) => [account, routes.map((row) => row.workspace_id)]),
    )
  }

  return async (platform, parts) => {
    const named = parts.flatMap((part) => part.account ?? [])
    const others = parts.filter((part) => part.account === undefined)
    const otherNames = others.flatMap((part) => part.businessAccount ?? [])
    const [accounts, businessAccounts] = await Promise.all([
      findAccounts(platform, named),
      findBusinessAccounts(platform, otherNames),
    ])
    return assignParts(parts, {
      ofAccount: (account) => accounts.get(account),
      ofBusinessAccount: (account) => businessAccounts.get(account) ?? [],
    })
  }
}

/**
 * Returns the labels of a payload with these parts. The log is searched by them, and so are unrouted payloads when
 * their account is connected.
 */
export function labelsOf(platform: ChannelType, parts: Part[]): string[] {
  return [
    ...new Set(
      parts.flatMap(({ account, businessAccount }) =>
        account === undefined
          ? businessAccount === undefined
            ? []
            : [businessAccountLabel(platform, businessAccount)]
          : [accountLabel(platform, account)],
      ),
    ),
  ]
}
