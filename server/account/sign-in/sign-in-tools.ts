import type { IncomingHttpHeaders } from 'node:http'
import type { SignInFailure } from '#shared/audit-actions.ts'
import type { Challenges } from '../passkeys/challenges.ts'
import type { CreatedSession } from './create-session.ts'
import type { createFailureCount } from './failure-count.ts'
import type { FindSession } from './find-session.ts'
import type { KnownDevices } from './known-devices.ts'
import type { OwnCookie } from './own-cookie.ts'
import type { createSecondStepLimit } from './second-step-limit.ts'
import type { SessionCookie } from './session-cookie.ts'
import type { createSignInLimit } from './sign-in-limit.ts'
import type { Caller } from './caller.ts'

/** The cookies, limits and look-ups that all ways to a session share. A process creates them once. */
export type SignInTools = {
  cookie: SessionCookie
  /** The token of a sign-in that waits for a code. Only the routes for sign-in receive it. */
  stepCookie: OwnCookie
  /** The id of the browser that a challenge is for, so that no other browser can answer it. */
  passkeyCookie: OwnCookie
  devices: KnownDevices
  challenges: Challenges
  findSession: FindSession
  /**
   * Returns the Set-Cookie headers of a completed sign-in, `factorSince` being the time since which the user has the second
   * factor that they used: they store the session, let the browser be recognized as a device of the user, and delete the
   * cookie of the second step if there is one.
   */
  toCookies: (
    headers: IncomingHttpHeaders,
    session: CreatedSession,
    email: string,
    factorSince?: Date,
  ) => string[]
  limitPassword: ReturnType<typeof createSignInLimit>
  limitPasskey: ReturnType<typeof createSignInLimit>
  limitCode: ReturnType<typeof createSecondStepLimit>
  /** Counts a failed sign-in on an account, and warns its owner when there are many. */
  countFailure: ReturnType<typeof createFailureCount>
  /** Records a failed sign-in in the audit log of the account's workspaces. */
  recordFailed: (caller: Caller, email: string, reason: SignInFailure) => void
}
