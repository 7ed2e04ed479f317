import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { Config } from '#lib/settings/config.ts'

/** The cost of scrypt: 2^ln iterations of blocks of r × 128 bytes, p times. */
type Cost = { ln: number; r: number; p: number }

/** Sets the cost of new hashes: `passwordCost` is their `ln`. */
type HashSettings = { config: Pick<Config, 'passwordCost'> }

const HASH_BYTES = 32

/** The cost of the hashes that earlier releases stored as `<salt>:<hash>`. */
const FORMER_COST: Cost = { ln: 14, r: 16, p: 1 }

/**
 * Hashes a password with scrypt and a salt. This is slow on purpose. The result has the PHC string format:
 * `$scrypt$ln=14,r=8,p=5$<salt>$<hash>`.
 */
export async function hashPassword(settings: HashSettings, password: string): Promise<string> {
  const salt = randomBytes(16)
  const cost = costOf(settings)
  const key = await derive(password, salt, cost, HASH_BYTES)
  return `$scrypt$${toText(cost)}$${salt.toString('base64')}$${key.toString('base64')}`
}

/** Returns whether a stored hash, of this or of the former format, is of this password. */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  const { cost, salt, hash } = parse(stored)
  const key = await derive(password, salt, cost, hash.length)
  return timingSafeEqual(key, hash)
}

/** Returns whether a stored hash has another format or cost than `hashPassword` uses. */
export function isOutdated(settings: HashSettings, stored: string): boolean {
  return !stored.startsWith(`$scrypt$${toText(costOf(settings))}$`)
}

/** Source: OWASP Password Storage Cheat Sheet, scrypt: N=2^14 (16 MiB), r=8, p=5. It lists others that are as strong. */
function costOf({ config }: HashSettings): Cost {
  return { ln: config.passwordCost, r: 8, p: 5 }
}

function parse(stored: string): { cost: Cost; salt: Buffer | string; hash: Buffer } {
  const [, ln, r, p, salt, hash] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored) ?? []
  if (salt !== undefined && hash !== undefined)
    return {
      cost: { ln: Number(ln), r: Number(r), p: Number(p) },
      salt: Buffer.from(salt, 'base64'),
      hash: Buffer.from(hash, 'base64'),
    }
  const [formerSalt, formerHash] = stored.split(':')
  if (!formerSalt || !formerHash) throw new Error('The stored password hash has an unknown format.')
  return { cost: FORMER_COST, salt: formerSalt, hash: Buffer.from(formerHash, 'hex') }
}

function derive(
  password: string,
  salt: Buffer | string,
  { ln, r, p }: Cost,
  bytes: number,
): Promise<Buffer> {
  const cost = { N: 2 ** ln, r, p, maxmem: 2 ** ln * r * 128 * 2 }
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, bytes, cost, (err, key) =>
      err ? reject(err) : resolve(key),
    ),
  )
}

function toText({ ln, r, p }: Cost): string {
  return `ln=${ln},r=${r},p=${p}`
}
