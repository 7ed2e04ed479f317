import assert from 'node:assert/strict'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { createUser } from '#account/users/create-user.ts'
import type { Call } from './app.ts'
import { sessionCookieOf } from './answer.ts'

/** The password of the members that `signInTestMember` creates. */
export const TEST_PASSWORD = 'correct horse battery'

/** How many members this process has signed in. */
let signedIn = 0

/**
 * Creates a member, signs in over HTTP from a network of its own, and returns the session's headers and the ids.
 * One network may try to sign in 20 times, so a fast file with more members would be refused.
 */
export async function signInTestMember(
  call: Call,
  scope: Scope,
  role = 'admin',
): Promise<{ headers: Record<string, string>; membershipId: string; userId: string }> {
  const email = `${newId()}@example.com`
  const password = TEST_PASSWORD
  const { user, membership } = await createUser(scope, { email, password, role })
  const network = signedIn++
  const address = `10.${(network >> 8) & 255}.${network & 255}.1`
  const answer = await call('POST /api/auth/sign-in/email', { body: { email, password }, address })
  assert.equal(answer.status, 200, answer.text)
  const cookie = sessionCookieOf(answer)
  return {
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    membershipId: membership.id,
    userId: user.id,
  }
}
