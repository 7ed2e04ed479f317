import type { IncomingHttpHeaders } from 'node:http'
import type { WithConfig } from '#db/context.ts'
import { readCookie } from './read-cookie.ts'

/** A cookie of the product. Scripts cannot read it. */
export type OwnCookie = {
  name: string
  /** Returns the value in a request's cookie, or undefined if there is none or it has another form. */
  read: (headers: IncomingHttpHeaders) => string | undefined
  /** Returns the Set-Cookie header that stores a value, for the cookie's usual time if no other is given. */
  write: (value: string, maxAgeSeconds?: number) => string
  /** Returns the Set-Cookie header that deletes the cookie. */
  clear: () => string
}

/** The path to which browsers send a cookie, the time for which they usually keep it, and the form of its values. */
type CookieSettings = { name: string; path: string; keptSeconds?: number; form?: RegExp }

/** Creates a cookie. Its name starts with `__Secure-` if the public URL uses https. */
export function createOwnCookie(
  { config }: WithConfig,
  { name, path, keptSeconds = 0, form = /./ }: CookieSettings,
): OwnCookie {
  const isSecure = config.publicUrl.startsWith('https:')
  const fullName = `${isSecure ? '__Secure-' : ''}${name}`
  const write = (value: string, maxAgeSeconds = keptSeconds) =>
    `${fullName}=${value}; Max-Age=${maxAgeSeconds}; Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    name: fullName,
    read({ cookie }) {
      const value = readCookie(cookie, fullName)
      return value !== undefined && form.test(value) ? value : undefined
    },
    write,
    clear: () => write('', 0),
  }
}
