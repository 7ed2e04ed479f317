import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '#context.ts'
import { createOwnCookie } from '../sign-in/own-cookie.ts'
import { readCookie } from '../sign-in/read-cookie.ts'
import { AUTH_PATH } from '../sign-in/session-cookie.ts'
import { SSO_MS } from './start-sso.ts'

/** Reads and writes the cookie that binds a started sign-in to the browser. Scripts cannot read it. */
export type SsoCookie = {
  read: (headers: IncomingHttpHeaders) => string | undefined
  write: (token: string) => string
  clear: () => string
}

/** The path of the routes that anybody can call. */
export const SSO_PATH = `${AUTH_PATH}/sso`

/** Creates the reader and writer of the cookie. */
export function createSsoCookie(context: Pick<Context, 'config'>): SsoCookie {
  const { name, write, clear } = createOwnCookie(context, { name: 'parley.sso', path: SSO_PATH })
  return {
    read: ({ cookie }) => readCookie(cookie, name) || undefined,
    write: (token) => write(token, SSO_MS / 1000),
    clear,
  }
}
