import type { Context } from '#db/context.ts'
import { createSeal } from '#lib/encrypt.ts'
import type { Bodies } from './logged-request.ts'

const { seal, open } = createSeal('api_request', 'bodies of requests')

/** Encrypts the bodies of a request for storage and binds them to its row; null without bodies. */
export function sealBodies(
  context: Pick<Context, 'config'>,
  { workspaceId, id, bodies }: { workspaceId: string; id: string; bodies: Bodies | null },
): Buffer | null {
  return bodies && seal(context, { workspace_id: workspaceId, id }, JSON.stringify(bodies))
}

/** Decrypts the bodies of a request. @throws {UnreadableSecretError} */
export function openBodies(
  context: Pick<Context, 'config'>,
  row: { workspace_id: string; id: string; bodies: Buffer },
): Bodies {
  return JSON.parse(open(context, row, row.bodies))
}
