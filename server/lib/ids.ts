import { hash, randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(4096)
let taken = pool.length

let lastMs = 0
let sequence = 0
let readTime = () => Date.now()

/** The clock was set back if it is behind the last id by more than this. */
const STEP_MS = 2_000

/**
 * Lets ids take their time from `now`, in ms since 1970: the clock of the database, so that ids of several processes sort
 * in the order of creation although the clocks of their machines differ.
 */
export function setIdTime(now: () => number): void {
  readTime = now
}

/** Returns the time that ids are created with now, in ms since 1970. */
export function idTime(): number {
  return readTime()
}

/**
 * Creates a UUID version 7 in lower case. Ids of one process sort in the order of creation, even within a
 * millisecond, unless its clock is set back.
 *
 * at: the time to put into the id. A past time (such as a platform's timestamp) does not affect the order of
 * other ids.
 * Source: RFC 9562 §5.7, §6.2 method 1 (12-bit counter in rand_a).
 */
export function newId(at?: Date): string {
  const start = takeRandom()
  let ms = at?.getTime() ?? readTime()
  let counter = (pool[start + 6]! << 4) | (pool[start + 7]! >> 4)
  if (at === undefined) {
    if (ms > lastMs || ms < lastMs - STEP_MS) {
      lastMs = ms
      sequence = counter & 0x7ff
    } else if (++sequence > 0xfff) {
      lastMs += 1
      sequence = 0
    }
    ms = lastMs
    counter = sequence
  }
  pool.writeUIntBE(ms, start, 6)
  pool.writeUInt16BE(0x7000 | counter, start + 6)
  pool[start + 8] = (pool[start + 8]! & 0x3f) | 0x80
  const hex = pool.toString('hex', start, start + 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** How far in the future an id may be that another one is to follow. */
const AHEAD_MS = 60_000

/** Works like `newId`, but the id sorts after `id`, also when another process with a faster clock created that one. */
export function newIdAfter(id: string): string {
  const fresh = newId()
  const ms = timeOfId(id)
  return fresh > id || ms > readTime() + AHEAD_MS ? fresh : newId(new Date(ms + 1))
}

/**
 * Returns the smallest UUID version 7 with the time `at`, for ranges of ids. A time before 1970 counts as 1970.
 */
export function firstId(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0').slice(-12)
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/**
 * Returns the place of sixteen random bytes in the pool, which is filled in one call: asking the system for each id would
 * cost more than the id itself. Nobody else gets these bytes, so the id is written over them.
 */
function takeRandom(): number {
  if (taken === pool.length) {
    randomFillSync(pool)
    taken = 0
  }
  taken += 16
  return taken - 16
}

/**
 * Returns an id with the time of `id`, always the same one for the same `name`: for a row that is created again after a
 * failure.
 */
export function derivedId(id: string, name: string): string {
  const hex = hash('sha256', `${id} ${name}`, 'hex')
  return `${id.slice(0, 14)}7${hex.slice(0, 3)}-a${hex.slice(3, 6)}-${hex.slice(6, 18)}`
}

/** Returns the time of a UUID version 7, in ms since 1970. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** The nil UUID: it sorts before every other id. Source: RFC 9562, section 5.9. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000'

/** The id that means "no workspace", for example for payloads whose workspace is not known. */
export const NO_WORKSPACE = NIL_ID

/** Returns whether `text` is a UUID of any version, in upper or lower case. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}
