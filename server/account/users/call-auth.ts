import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '#lib/errors.ts'
import { ADDRESS_HEADER } from './auth.ts'
import type { Auth } from './auth.ts'
import type { SessionUser } from './schema.ts'

/** The address and headers of a caller. Only the headers that better-auth needs are passed on. */
type AuthCaller = { ip: string; headers: IncomingHttpHeaders }

/** The response of better-auth: cookies to set, and the part of its body that is returned. */
type AuthAnswer = { cookies: string[]; body: object | null }

/**
 * Calls the better-auth route at `path`, with POST if there is a body.
 *
 * @throws {AppError} invalid_credentials, also for malformed e-mail addresses
 */
export async function callAuth(
  auth: Auth,
  url: URL,
  caller: AuthCaller,
  body?: object,
): Promise<AuthAnswer> {
  const answer = await auth.handle(toWebRequest(url, caller, body))
  if (answer.status >= 500) throw new Error(`better-auth responded with status ${answer.status}.`)
  if (answer.status >= 400)
    throw new AppError('invalid_credentials', 'No user has this e-mail address and password.')
  const given = (await answer.json()) as { user?: SessionUser['user'] } | null
  return { cookies: answer.headers.getSetCookie(), body: toAnswer(given) }
}

/** The session token is left out: it must only be in the cookie, which scripts cannot read. */
function toAnswer(answer: { user?: SessionUser['user'] } | null): object | null {
  if (!answer?.user) return answer && {}
  const { id, name, email } = answer.user
  return { user: { id, name, email } }
}

function toWebRequest(url: URL, caller: AuthCaller, body: object | undefined): Request {
  const headers = new Headers({ [ADDRESS_HEADER]: caller.ip })
  const { cookie, 'user-agent': agent } = caller.headers
  if (cookie !== undefined) headers.set('cookie', cookie)
  if (agent !== undefined) headers.set('user-agent', agent)
  if (body === undefined) return new Request(url, { headers })
  headers.set('content-type', 'application/json')
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(body) })
}
