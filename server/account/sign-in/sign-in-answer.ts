import type { Static } from 'typebox'
import type { SecondStepNeeded, SessionUser } from '../users/schema.ts'
import type { Caller } from './caller.ts'
import type { continueSignIn } from './continue-sign-in.ts'
import type { SignInTools } from './sign-in-tools.ts'

/** The answer to a step of a sign-in, with the Set-Cookie headers that belong to it. */
export type SignInAnswer<Body = SessionUser> = { cookies: string[]; body: Body }

/** The answer to a first step: the user, or that a second step is needed. */
export type FirstStepAnswer = SignInAnswer<SessionUser | Static<typeof SecondStepNeeded>>

type Continued = NonNullable<Awaited<ReturnType<typeof continueSignIn>>>

/** Returns the answer to a first step that was passed, `next` being what followed from it. */
export function toSignInAnswer(
  { stepCookie, toCookies }: Pick<SignInTools, 'stepCookie' | 'toCookies'>,
  { headers }: Caller,
  user: SessionUser['user'],
  next: Continued,
): FirstStepAnswer {
  return 'secondStep' in next
    ? { cookies: [stepCookie.write(next.secondStep)], body: { second_factor_required: true } }
    : { cookies: toCookies(headers, next.session, user.email), body: { user } }
}
