import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '#context.ts'
import { SECOND_STEP_MS } from '../second-factor/start-second-step.ts'
import { readCookie } from './read-cookie.ts'
import { AUTH_PATH } from './session-cookie.ts'

/** Reads and writes the cookie of a sign-in that waits for a code. Scripts cannot read it. */
type SecondStepCookie = {
  read: (headers: IncomingHttpHeaders) => string | undefined
  write: (token: string) => string
  clear: () => string
}

/** Creates the reader and writer of the cookie. Only the routes for sign-in receive it. */
export function createSecondStepCookie({ config }: Pick<Context, 'config'>): SecondStepCookie {
  const secure = config.publicUrl.startsWith('https:')
  const name = `${secure ? '__Secure-' : ''}parley.second_step`
  const attributes = `Path=${AUTH_PATH}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    read: ({ cookie }) => readCookie(cookie, name) || undefined,
    write: (token) => `${name}=${token}; Max-Age=${SECOND_STEP_MS / 1000}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  }
}
