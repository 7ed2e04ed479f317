import type { Context } from '#db/context.ts'
import type { UsedCredential } from '../passkeys/schema.ts'
import type { Caller } from './caller.ts'
import { passSecondStep } from './pass-second-step.ts'
import { createSignInTools } from './sign-in-tools.ts'
import { signIn } from './sign-in.ts'
import type { Credentials } from './sign-in.ts'
import { signInWithPasskey } from './sign-in-with-passkey.ts'

/** All ways to a session, and what they share. */
export type SignIn = ReturnType<typeof createSignIn>

/** Creates the ways to a session. A process needs one, so that its look-ups of sessions share their queries. */
export function createSignIn(context: Context) {
  const tools = createSignInTools(context)
  return {
    ...tools,
    signIn: (caller: Caller, credentials: Credentials) =>
      signIn(context, tools, caller, credentials),
    passSecondStep: (caller: Caller, code: string) => passSecondStep(context, tools, caller, code),
    signInWithPasskey: (caller: Caller, credential: UsedCredential) =>
      signInWithPasskey(context, tools, caller, credential),
  }
}
