import { AppError } from '#lib/errors.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { sqlState } from './pool.ts'

/** Returns a handler of errors that throws `code` for a violation of a unique key, and other errors as they are. */
export function refuseTaken(code: ErrorCode, message: string): (err: unknown) => never {
  return (err) => {
    throw sqlState(err) === '23505' ? new AppError(code, message, { cause: err }) : err
  }
}
