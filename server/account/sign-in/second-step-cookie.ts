import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '#context.ts'
import { SECOND_STEP_MS } from '../second-factor/start-second-step.ts'
import { createOwnCookie } from './own-cookie.ts'
import { readCookie } from './read-cookie.ts'
import { AUTH_PATH } from './session-cookie.ts'

/** Reads and writes the cookie of a sign-in that waits for a code. Scripts cannot read it. */
export type SecondStepCookie = {
  read: (headers: IncomingHttpHeaders) => string | undefined
  write: (token: string) => string
  clear: () => string
}

/** Creates the reader and writer of the cookie. Only the routes for sign-in receive it. */
export function createSecondStepCookie(context: Pick<Context, 'config'>): SecondStepCookie {
  const { name, write, clear } = createOwnCookie(context, {
    name: 'parley.second_step',
    path: AUTH_PATH,
  })
  return {
    read: ({ cookie }) => readCookie(cookie, name) || undefined,
    write: (token) => write(token, SECOND_STEP_MS / 1000),
    clear,
  }
}
