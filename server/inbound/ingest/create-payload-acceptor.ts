import type { Context } from '#db/context.ts'
import { firstOf } from '#lib/first-of.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'
import type { Platform } from '#platforms/platform.ts'
import { findPlatformOfPayload } from '#platforms/registry/platforms.ts'
import { createWorkspaceFinder, labelsOf } from './create-workspace-finder.ts'
import { parsePayload } from '#platforms/registry/read-items.ts'
import { createPayloadStore } from './create-payload-store.ts'

/** A verified payload: its raw bytes, its content type, and the platform of its address. */
type AcceptedPayload = {
  platform: Platform
  body: Buffer
  contentType: string | undefined
}

/**
 * Creates a function that finds the workspace of a verified payload and stores it. It resolves once the payload is
 * durable and rejects only when it could not be stored.
 *
 * A payload of several workspaces is stored under none and split later; one of no workspace, or one that cannot be
 * read, is kept as `unrouted`. The payload itself decides its platform, not the address that it came to.
 */
export function createPayloadAcceptor(
  context: Context,
): (payload: AcceptedPayload) => Promise<string> {
  const findWorkspaces = createWorkspaceFinder(context)
  const store = createPayloadStore(context)

  return async ({ platform: addressed, body, contentType }) => {
    const parsed = parsePayload(addressed, body)
    const named = findPlatformOfPayload(parsed)
    const { type } = named ?? addressed
    const parts = named ? named.reader.readParts(parsed) : []
    const workspaces = new Set((await findWorkspaces(type, parts)).flat())
    const only = workspaces.size === 1 ? firstOf([...workspaces]) : NO_WORKSPACE
    const isRouted = workspaces.size > 1 || only !== NO_WORKSPACE
    return store({
      workspaceId: only,
      platform: type,
      body,
      contentType,
      status: isRouted ? 'pending' : 'unrouted',
      labels: labelsOf(type, parts),
    })
  }
}
