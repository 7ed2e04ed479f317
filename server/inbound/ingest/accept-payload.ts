import type { Context } from '#context.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'
import { createWorkspaceFinder, labelsOf } from './find-workspaces.ts'
import { readParts, readPlatform } from './read-parts.ts'
import type { Platform } from './read-parts.ts'
import { createPayloadStore } from './store-payloads.ts'

/** A verified payload: its raw bytes and the content type that the platform named. */
export type AcceptedPayload = { platform: Platform; body: Buffer; contentType: string | undefined }

/**
 * A function that finds the workspace of a verified payload and stores it; it resolves once that is durable.
 *
 * What belongs to several workspaces is stored under none and split later; what belongs to none, or cannot be
 * read, is kept as `unrouted`. The platform is the one that the payload names. Rejects only when it could not be stored.
 */
export function createPayloadAcceptor(
  context: Context,
): (payload: AcceptedPayload) => Promise<string> {
  const findWorkspaces = createWorkspaceFinder(context)
  const store = createPayloadStore(context)

  return async (payload) => {
    const parsed = parse(payload.body)
    const platform = readPlatform(parsed) ?? payload.platform
    const parts = readParts(parsed) ?? []
    const workspaces = new Set((await findWorkspaces(platform, parts)).flat())
    const only = workspaces.size === 1 ? [...workspaces][0]! : NO_WORKSPACE
    const isRouted = workspaces.size > 1 || only !== NO_WORKSPACE
    return store({
      ...payload,
      platform,
      workspaceId: only,
      status: isRouted ? 'pending' : 'unrouted',
      labels: labelsOf(platform, parts),
    })
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
