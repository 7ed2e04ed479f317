import { endSessions } from '#account/users/end-sessions.ts'
import { StartError } from '../start/start-error.ts'
import type { Result } from './print-result.ts'
import { withContext } from './with-context.ts'

/** Runs `sessions end`: ends the sessions of one user, or of everybody with `--all`. */
export async function runEndSessions(options: { email?: string; all?: true }): Promise<Result> {
  const { email, all = false } = options
  if ((email !== undefined) === all)
    throw new StartError('Choose whose sessions end: --email of one user, or --all.')
  const count = await withContext((context) => endSessions(context, email))
  return { json: { ended_sessions: count }, lines: [`${count} sessions ended.`] }
}
