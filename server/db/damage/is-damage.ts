/** A damaged place of the database, as PostgreSQL names it: by the path of a file, by the name of an index, or by neither. */
type DamagedFile = { place: string; path?: string; block: number | null; code: string }

/** Says what to do about damaged data, in one sentence. The page is in `docs/` and is served at `/docs`. */
export const DAMAGE_ADVICE =
  'Keep a copy of the database before anything else, then restore it from a backup: see docs/operations/damaged-data.md.'

/** Source: PostgreSQL error codes, data_corrupted and index_corrupted. */
const CODES = new Set(['XX001', 'XX002'])
/** A missing file and a failed read or write, which are damage only where they are about a file of the database. */
const FILE_CODES = new Set(['58P01', '58030'])
/** PostgreSQL has no special code for it. */
const MAPPING = /relation mapping file/
const FILE = /(?:base|global|pg_tblspc|pg_xact|pg_multixact|pg_wal)\/[\w./]*\w/
const INDEX = /index "([^"]+)"/
const BLOCK = /\bblocks? (\d+)/

/** Returns whether PostgreSQL failed because its files are damaged, so that repeating the statement does not help. */
export function isDamage(err: unknown): boolean {
  return readDamage(err) !== undefined
}

/** Returns which place an error reports as damaged, or undefined for any other error. */
export function readDamage(err: unknown): DamagedFile | undefined {
  const { code = '', message = '', detail = '' } = (err ?? {}) as Record<string, unknown>
  const text = `${String(message)} ${String(detail)}`
  const isKnown =
    CODES.has(String(code)) ||
    FILE_CODES.has(String(code)) ||
    (code === 'XX000' && MAPPING.test(text))
  if (!isKnown) return undefined
  const path = FILE.exec(text)?.[0]
  if (FILE_CODES.has(String(code)) && path === undefined) return undefined
  const block = BLOCK.exec(text)?.[1]
  return {
    place: path ?? INDEX.exec(text)?.[1] ?? 'a place that PostgreSQL does not name',
    ...(path !== undefined && { path }),
    block: block === undefined ? null : Number(block),
    code: String(code),
  }
}
