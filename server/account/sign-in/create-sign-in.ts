import type { Context } from '#context.ts'
import { createChallenges } from '../passkeys/challenges.ts'
import { SECOND_STEP_MS } from '../second-factor/start-second-step.ts'
import { browserOf } from './browser-of.ts'
import type { Caller } from './caller.ts'
import { createFailureCount } from './failure-count.ts'
import { createSessionFinder } from './find-session.ts'
import { createKnownDevices } from './known-devices.ts'
import { createOwnCookie } from './own-cookie.ts'
import { recordSignInFailure } from './record-sign-in-failure.ts'
import { createSecondStepLimit } from './second-step-limit.ts'
import { AUTH_PATH, createSessionCookie } from './session-cookie.ts'
import type { FirstStepAnswer, SignInAnswer } from './sign-in-answer.ts'
import { createSignInLimit } from './sign-in-limit.ts'
import type { SignInTools } from './sign-in-tools.ts'
import { passSecondStep } from './pass-second-step.ts'
import { signIn } from './sign-in.ts'
import type { Credentials } from './sign-in.ts'
import { signInWithPasskey } from './sign-in-with-passkey.ts'
import type { UsedCredential } from '../passkeys/schema.ts'

const DAY_SECONDS = 86_400

/** All ways to a session, and what they share. */
export type SignIn = SignInTools & {
  signIn: (caller: Caller, credentials: Credentials) => Promise<FirstStepAnswer>
  passSecondStep: (caller: Caller, code: string) => Promise<SignInAnswer>
  signInWithPasskey: (caller: Caller, credential: UsedCredential) => Promise<SignInAnswer>
}

/** Creates the ways to a session. A process needs one, so that its look-ups of sessions share their queries. */
export function createSignIn(context: Context): SignIn {
  const cookie = createSessionCookie(context)
  const stepCookie = createOwnCookie(context, {
    name: 'parley.second_step',
    path: AUTH_PATH,
    keptSeconds: SECOND_STEP_MS / 1000,
  })
  const devices = createKnownDevices(context)
  const tools: SignInTools = {
    cookie,
    stepCookie,
    devices,
    passkeyCookie: createOwnCookie(context, {
      name: 'parley.passkey',
      path: AUTH_PATH,
      keptSeconds: DAY_SECONDS,
      form: /^[\w-]{22}$/,
    }),
    challenges: createChallenges(context),
    findSession: createSessionFinder(context, cookie),
    toCookies: (headers, session, email, factorSince) => [
      cookie.write(session.token, session.endsAt),
      devices.toCookie(headers, email, factorSince),
      ...(stepCookie.read(headers) === undefined ? [] : [stepCookie.clear()]),
    ],
    limitPassword: createSignInLimit(context, 'password'),
    limitPasskey: createSignInLimit(context, 'passkey'),
    limitCode: createSecondStepLimit(context),
    countFailure: createFailureCount(context),
    recordFailed: (caller, email, reason) =>
      recordSignInFailure(context, { email, reason, browser: browserOf(caller) }),
  }
  return {
    ...tools,
    signIn: (caller, credentials) => signIn(context, tools, caller, credentials),
    passSecondStep: (caller, code) => passSecondStep(context, tools, caller, code),
    signInWithPasskey: (caller, credential) =>
      signInWithPasskey(context, tools, caller, credential),
  }
}
