import { createChannelRouteFinder } from '#channels/find-channel-routes.ts'
import type { Context } from '#context.ts'
import { assignParts } from './assign-parts.ts'
import type { Part, Platform } from './read-parts.ts'

/** How long a found route is reused; a channel never moves to another workspace. */
const ROUTE_MS = 60_000
const ROUTES_MAX = 10_000

/** Returns the workspaces of each part of a payload, as `assignParts` does. */
export type WorkspaceFinder = (platform: Platform, parts: Part[]) => Promise<string[][]>

/**
 * Creates a function that finds the workspaces that parts of payloads belong to. Found routes are cached for a
 * minute, so that a busy number costs no query; an unknown account is looked up each time.
 */
export function createWorkspaceFinder(context: Pick<Context, 'db'>): WorkspaceFinder {
  const findRoutes = createChannelRouteFinder(context)
  const remembered = new Map<string, { workspaceId: string; until: number }>()

  async function findAccounts(platform: Platform, accounts: string[]) {
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

  async function findBusinessAccounts(platform: Platform, accounts: string[]) {
    if (accounts.length === 0) return new Map<string, string[]>()
    const rows = await context.db
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
    const [accounts, businessAccounts] = await Promise.all([
      findAccounts(
        platform,
        parts.flatMap((part) => part.account ?? []),
      ),
      findBusinessAccounts(
        platform,
        parts.flatMap((part) => (part.account === undefined ? (part.businessAccount ?? []) : [])),
      ),
    ])
    return assignParts(parts, {
      ofAccount: (account) => accounts.get(account),
      ofBusinessAccount: (account) => businessAccounts.get(account) ?? [],
    })
  }
}

/** Returns the labels by which a payload is found in the log, and when one of its accounts is connected later. */
export function labelsOf(platform: Platform, parts: Part[]): string[] {
  return [
    ...new Set(
      parts.flatMap(({ account, businessAccount }) =>
        account === undefined
          ? businessAccount === undefined
            ? []
            : [`business_account:${platform}:${businessAccount}`]
          : [`account:${platform}:${account}`],
      ),
    ),
  ]
}
