import { errorFields } from '#lib/errors.ts'
/** The reasons why the embedded database cannot start. `EmbeddedError` carries one of them. */
export type EmbeddedErrorCode =
  | 'held'
  | 'port_in_use'
  | 'disk_full'
  | 'permission'
  | 'root'
  | 'not_a_cluster'
  | 'other_version'
  | 'unsupported_platform'
  | 'not_installed'
  | 'still_in_use'
  | 'damaged'
  | 'failed'

/** A failed start whose cause the operator can fix. `message` is one line that says how. */
export class EmbeddedError extends Error {
  readonly code: EmbeddedErrorCode

  constructor(code: EmbeddedErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'EmbeddedError'
    this.code = code
  }
}

/** Creates the error of a database whose files are damaged; `reason` is the sentence of PostgreSQL. */
export function damagedError(reason: string, clusterDir: string, cause?: unknown): EmbeddedError {
  return new EmbeddedError(
    'damaged',
    `The files of the embedded database are damaged: ${reason}. Keep a copy of ${clusterDir} before anything else and start no other program on it, then restore a backup into an empty DATA_DIR ("parley restore"): see docs/operations/damaged-data.md.`,
    { cause },
  )
}

/**
 * Converts a permission error or a full disk below `dataDir` to an `EmbeddedError`. Returns any other error
 * unchanged.
 */
export function explainFileError(err: unknown, dataDir: string): unknown {
  const { code, path } = errorFields(err)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new EmbeddedError('disk_full', `The disk of ${dataDir} is full.`, {
      cause: err,
    })
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new EmbeddedError(
      'permission',
      `This user cannot read or write ${path ?? dataDir}. Start Parley as the owner of the directory, or set DATA_DIR to another one.`,
      { cause: err },
    )
  return err
}
