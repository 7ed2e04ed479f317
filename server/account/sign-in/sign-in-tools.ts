import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '#db/context.ts'
import type { SignInFailure } from '#shared/audit-actions.ts'
import { recordFailure } from '../audit/record-failure.ts'
import { createChallenges } from '../passkeys/challenges.ts'
import { SECOND_STEP_MS } from '../second-factor/start-second-step.ts'
import { findUserByEmail } from '../sessions/find-user-by-email.ts'
import { browserOf, callerData } from './browser-of.ts'
import type { Browser } from './browser-of.ts'
import type { Caller } from './caller.ts'
import type { CreatedSession } from './create-session.ts'
import { createFailureCount } from './create-failure-count.ts'
import { createSessionFinder } from './create-session-finder.ts'
import { createKnownDevices } from './create-known-devices.ts'
import { createOwnCookie } from './create-own-cookie.ts'
import { createSecondStepLimit } from './create-second-step-limit.ts'
import { AUTH_PATH, createSessionCookie } from './session-cookie.ts'
import { createSignInLimit } from './create-sign-in-limit.ts'

const DAY_SECONDS = 86_400

/** The cookies, limits and look-ups that all ways to a session share. A process creates them once. */
export type SignInTools = ReturnType<typeof createSignInTools>

/** Creates what all ways to a session share. */
export function createSignInTools(context: Context) {
  const cookie = createSessionCookie(context)
  /** The token of a sign-in that waits for a code. Only the routes for sign-in receive it. */
  const stepCookie = createOwnCookie(context, {
    name: 'parley.second_step',
    path: AUTH_PATH,
    keptSeconds: SECOND_STEP_MS / 1000,
  })
  const devices = createKnownDevices(context)
  return {
    cookie,
    stepCookie,
    devices,
    /** The id of the browser that a challenge is for, so that no other browser can answer it. */
    passkeyCookie: createOwnCookie(context, {
      name: 'parley.passkey',
      path: AUTH_PATH,
      keptSeconds: DAY_SECONDS,
      form: /^[\w-]{22}$/,
    }),
    challenges: createChallenges(context),
    findSession: createSessionFinder(context, cookie),
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
    ) => [
      cookie.write(session.token, session.endsAt),
      devices.toCookie(headers, email, factorSince),
      ...(stepCookie.read(headers) === undefined ? [] : [stepCookie.clear()]),
    ],
    limitPassword: createSignInLimit(context, 'password'),
    limitPasskey: createSignInLimit(context, 'passkey'),
    limitCode: createSecondStepLimit(context),
    /** Counts a failed sign-in on an account, and warns its owner when there are many. */
    countFailure: createFailureCount(context),
    /** Records a failed sign-in in the audit log of the account's workspaces. */
    recordFailed: (caller: Caller, email: string, reason: SignInFailure) =>
      recordSignInFailure(context, { email, reason, browser: browserOf(caller) }),
  }
}

/**
 * Records a failed sign-in in the audit log of each of the account's workspaces, if the address has an account. It does
 * so after the response, so that the response's time does not reveal whether there is one.
 */
function recordSignInFailure(
  context: Context,
  input: { email: string; reason: SignInFailure; browser: Browser },
): void {
  write(context, input).catch((err: unknown) =>
    context.log.error({ err }, 'failed to record a failed sign-in'),
  )
}

async function write(
  context: Context,
  { email, reason, browser }: Parameters<typeof recordSignInFailure>[1],
): Promise<void> {
  const user = await findUserByEmail(context, email)
  if (!user) return
  await recordFailure(context, user.id, {
    action: 'member.sign_in_failed',
    actor: 'system',
    data: { reason, ...callerData(browser) },
  })
}
