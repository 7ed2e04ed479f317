import type { SignInFailure } from '#shared/audit-actions.ts'
import type { Challenges } from '../passkeys/challenges.ts'
import type { createFailureCount } from './failure-count.ts'
import type { FindSession } from './find-session.ts'
import type { KnownDevices } from './known-devices.ts'
import type { PasskeyCookie } from './passkey-cookie.ts'
import type { createSecondStepLimit } from './second-step-limit.ts'
import type { SecondStepCookie } from './second-step-cookie.ts'
import type { SessionCookie } from './session-cookie.ts'
import type { createSignInCookies } from './sign-in-cookies.ts'
import type { createSignInLimit } from './sign-in-limit.ts'
import type { Caller } from './caller.ts'

/** The cookies, limits and look-ups that all ways to a session share. A process creates them once. */
export type SignInTools = {
  cookie: SessionCookie
  stepCookie: SecondStepCookie
  passkeyCookie: PasskeyCookie
  devices: KnownDevices
  challenges: Challenges
  findSession: FindSession
  /** Returns the Set-Cookie headers of a completed sign-in. */
  toCookies: ReturnType<typeof createSignInCookies>
  limitPassword: ReturnType<typeof createSignInLimit>
  limitPasskey: ReturnType<typeof createSignInLimit>
  limitCode: ReturnType<typeof createSecondStepLimit>
  /** Counts a failed sign-in on an account, and warns its owner when there are many. */
  countFailure: ReturnType<typeof createFailureCount>
  /** Records a failed sign-in in the audit log of the account's workspaces. */
  recordFailed: (caller: Caller, email: string, reason: SignInFailure) => void
}
