import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { WithConfig } from '#db/context.ts'
import { deriveKey } from '#lib/encrypt.ts'
import { createOwnCookie } from './create-own-cookie.ts'
import { AUTH_PATH } from './session-cookie.ts'

/**
 * Recognizes browsers on which a user has signed in before. With `factorSince`, the time since which the user has their
 * second factor, those on which they have signed in with it: others know only the password.
 */
type KnownDevices = {
  /** Returns the id of the browser if a user with this address has signed in with it, or undefined. */
  find: (headers: IncomingHttpHeaders, email: string, factorSince?: Date) => string | undefined
  /** Returns the Set-Cookie header that lets `find` recognize the browser for this address. */
  toCookie: (headers: IncomingHttpHeaders, email: string, factorSince?: Date) => string
}

/** A browser remembers the accounts that signed in most recently. */
const ACCOUNTS_MAX = 5
/** An account has one for its address, and one for its second factor. */
const SIGNATURES_MAX = 2 * ACCOUNTS_MAX
const YEAR_SECONDS = 365 * 86_400

/**
 * Creates the recognition of known devices. The cookie contains a random id and a signature of id and address for each
 * account, so it names nobody, and gives no access: a known device only has its own rate limits.
 */
export function createKnownDevices({ config }: WithConfig): KnownDevices {
  if (!config.secretKey) throw new Error('SECRET_KEY is required to recognize devices.')
  const key = deriveKey(config.secretKey, 'parley known devices')
  const cookie = createOwnCookie(
    { config },
    {
      name: 'parley.device',
      path: AUTH_PATH,
      keptSeconds: YEAR_SECONDS,
    },
  )

  function sign(id: string, email: string, factorSince?: Date): string {
    return createHmac('sha256', key)
      .update([id, toAccount(email), ...(factorSince ? [factorSince.toISOString()] : [])].join(' '))
      .digest('base64url')
  }

  function read(headers: IncomingHttpHeaders): { id: string; signatures: string[] } | undefined {
    const [id, ...signatures] = cookie.read(headers)?.split('.') ?? []
    return id !== undefined && /^[\w-]{22}$/.test(id)
      ? { id, signatures: signatures.filter((each) => /^[\w-]{43}$/.test(each)) }
      : undefined
  }

  return {
    find(headers, email, factorSince) {
      const device = read(headers)
      if (!device) return undefined
      const expected = Buffer.from(sign(device.id, email, factorSince))
      return device.signatures.some((each) => timingSafeEqual(Buffer.from(each), expected))
        ? device.id
        : undefined
    },
    toCookie(headers, email, factorSince) {
      const { id, signatures } = read(headers) ?? {
        id: randomBytes(16).toString('base64url'),
        signatures: [],
      }
      const own = [sign(id, email), ...(factorSince ? [sign(id, email, factorSince)] : [])]
      const others = signatures.filter((each) => !own.includes(each))
      const value = [id, ...[...own, ...others].slice(0, SIGNATURES_MAX)].join('.')
      return cookie.write(value)
    },
  }
}

function toAccount(email: string): string {
  return email.trim().toLowerCase()
}
