import type { WithConfig } from '#db/context.ts'
import { createOwnCookie } from '../sign-in/create-own-cookie.ts'
import type { OwnCookie } from '../sign-in/create-own-cookie.ts'
import { AUTH_PATH } from '../sign-in/session-cookie.ts'
import { SSO_MS } from './start-sso.ts'

/** The path of the routes that anybody can call. */
export const SSO_PATH = `${AUTH_PATH}/sso`

/** Creates the cookie that binds a started sign-in to the browser. */
export function createSsoCookie(context: WithConfig): OwnCookie {
  const keptSeconds = SSO_MS / 1000
  return createOwnCookie(context, { name: 'parley.sso', path: SSO_PATH, keptSeconds })
}
