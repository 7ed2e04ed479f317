/** What keeps the embedded database from starting; `EmbeddedError` carries one of these. */
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
  | 'failed'

/** A start that failed for a reason its operator can mend: `message` is one line that says how. */
export class EmbeddedError extends Error {
  readonly code: EmbeddedErrorCode

  constructor(code: EmbeddedErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'EmbeddedError'
    this.code = code
  }
}

/** The `EmbeddedError` for a refused file or a full disk below `dataDir`; any other error as it is. */
export function explainFileError(err: unknown, dataDir: string): unknown {
  const { code, path } = err as NodeJS.ErrnoException
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
