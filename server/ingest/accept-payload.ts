import type { Context } from '../context.ts'
import { createChannelRouteFinder } from '../channels/find-channel-routes.ts'
import { NO_WORKSPACE } from '../lib/ids.ts'
import { createPayloadStore } from './store-payloads.ts'
import { assignChanges } from './whatsapp/assign-changes.ts'
import { readChanges } from './whatsapp/read-changes.ts'

/** A platform whose webhooks are taken. */
export type Platform = 'whatsapp' | 'messenger' | 'instagram'

/** A verified payload: its raw bytes and the content type that the platform named. */
export type AcceptedPayload = { platform: Platform; body: Buffer; contentType: string | undefined }

/**
 * A function that finds the workspace of a verified payload and stores it; it resolves once that is durable.
 *
 * What belongs to several workspaces is stored under none and split later; what belongs to none, or cannot be
 * read, is kept as `unrouted`. Rejects only when it could not be stored.
 */
export function createPayloadAcceptor(
  context: Context,
): (payload: AcceptedPayload) => Promise<string> {
  const findRoutes = createChannelRouteFinder(context)
  const store = createPayloadStore(context)

  async function findOwners(payload: AcceptedPayload): Promise<Set<string>> {
    const changes = payload.platform === 'whatsapp' ? readChanges(parse(payload.body)) : undefined
    if (!changes) return new Set()
    const accounts = changes.flatMap((change) => change.account ?? [])
    const routes = await findRoutes(payload.platform, accounts)
    return new Set(assignChanges(changes, (account) => routes.get(account)?.workspaceId))
  }

  return async (payload) => {
    const owners = await findOwners(payload)
    const only = owners.size === 1 ? [...owners][0]! : NO_WORKSPACE
    const isRouted = owners.size > 1 || only !== NO_WORKSPACE
    return store({ ...payload, workspaceId: only, status: isRouted ? 'pending' : 'unrouted' })
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
