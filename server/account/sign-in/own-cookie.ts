import type { Context } from '#context.ts'

/** A cookie of the product: its name, and the Set-Cookie headers that store a value for a time or delete it. */
type OwnCookie = {
  name: string
  write: (value: string, maxAgeSeconds: number) => string
  clear: () => string
}

/**
 * Creates a cookie that the browser sends only to `path` and that scripts cannot read. Its name starts with `__Secure-`
 * if the public URL uses https.
 */
export function createOwnCookie(
  { config }: Pick<Context, 'config'>,
  { name, path }: { name: string; path: string },
): OwnCookie {
  const isSecure = config.publicUrl.startsWith('https:')
  const fullName = `${isSecure ? '__Secure-' : ''}${name}`
  const write = (value: string, maxAgeSeconds: number) =>
    `${fullName}=${value}; Max-Age=${maxAgeSeconds}; Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return { name: fullName, write, clear: () => write('', 0) }
}
