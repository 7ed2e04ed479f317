import type { IncomingHttpHeaders } from 'node:http'
import type { CreatedSession } from './create-session.ts'
import type { KnownDevices } from './known-devices.ts'
import type { SecondStepCookie } from './second-step-cookie.ts'
import type { SessionCookie } from './session-cookie.ts'

/**
 * Creates a function that returns the Set-Cookie headers of every completed sign-in, `factorSince` being the time since
 * which the user has the second factor that they used: they store the session, let the
 * browser be recognized as a device of the user, and delete the cookie of the second step if there is one.
 */
export function createSignInCookies({
  cookie,
  stepCookie,
  devices,
}: {
  cookie: Pick<SessionCookie, 'write'>
  stepCookie: SecondStepCookie
  devices: KnownDevices
}): (
  headers: IncomingHttpHeaders,
  session: CreatedSession,
  email: string,
  factorSince?: Date,
) => string[] {
  return (headers, session, email, factorSince) => [
    cookie.write(session.token, session.endsAt),
    devices.toCookie(headers, email, factorSince),
    ...(stepCookie.read(headers) === undefined ? [] : [stepCookie.clear()]),
  ]
}
