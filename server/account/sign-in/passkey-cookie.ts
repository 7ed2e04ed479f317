import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '#context.ts'
import { createOwnCookie } from './own-cookie.ts'
import { readCookie } from './read-cookie.ts'
import { AUTH_PATH } from './session-cookie.ts'

/** Reads and writes the id of the browser that a challenge is for, so that no other browser can answer it. */
export type PasskeyCookie = {
  read: (headers: IncomingHttpHeaders) => string | undefined
  write: (browserId: string) => string
}

const DAY_SECONDS = 86_400

/** Creates the reader and writer of the cookie. */
export function createPasskeyCookie(context: Pick<Context, 'config'>): PasskeyCookie {
  const { name, write } = createOwnCookie(context, { name: 'parley.passkey', path: AUTH_PATH })
  return {
    read({ cookie }) {
      const id = readCookie(cookie, name)
      return id !== undefined && /^[\w-]{22}$/.test(id) ? id : undefined
    },
    write: (browserId) => write(browserId, DAY_SECONDS),
  }
}
