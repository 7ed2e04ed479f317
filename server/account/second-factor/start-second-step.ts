import type { WithClock, WithDirectory } from '#db/context.ts'
import { insertInto } from '#db/insert-into.ts'
import { createToken, hashSecret } from '#lib/api-key-format.ts'

/** The time in which the second step must follow the password. */
export const SECOND_STEP_MS = 10 * 60_000
const TOKEN_BYTES = 32

/**
 * Stores that a user has entered their password and must now enter a code. Returns the token that the second step
 * requires; it gives no access by itself, and is stored only as a hash. `workspaceId` is the workspace of the session
 * that follows.
 */
export async function startSecondStep(
  context: WithDirectory & WithClock,
  input: { userId: string; workspaceId?: string },
): Promise<{ token: string }> {
  const token = createToken(TOKEN_BYTES)
  const now = context.clock.now()
  await insertInto(context.directory, 'second_steps', {
    hash: hashSecret(token),
    user_id: input.userId,
    workspace_id: input.workspaceId ?? null,
    expires_at: new Date(now.getTime() + SECOND_STEP_MS),
    created_at: now,
  })
  return { token }
}
