import type { ErrorCode } from '#shared/errors.ts'

/** One invalid field of a 422 response. `field` is a dotted path into the body or the query. */
export type FieldError = { field: string; code: string; message: string }

/** An error that is shown to the caller. `message` must not contain anything internal. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldError[]
  readonly headers: Record<string, string>
  /** Further members of the problem details. */
  readonly extra: Record<string, unknown>

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      fields?: FieldError[]
      headers?: Record<string, string>
      extra?: Record<string, unknown>
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = options.fields ?? []
    this.headers = options.headers ?? {}
    this.extra = options.extra ?? {}
  }
}

/**
 * Creates an `AppError` about one field. A message that starts in lower case is a predicate: the field's name is put
 * before it.
 */
export function fieldError(code: ErrorCode, field: string, message: string): AppError {
  const detail = /^[a-z]/.test(message) ? `${field} ${message}.` : message
  return new AppError(code, detail, { fields: [{ field, code, message }] })
}

/** Works like `fieldError` for the most frequent code: validation_failed. */
export function invalidField(field: string, message: string): AppError {
  return fieldError('validation_failed', field, message)
}

/** The fields of errors that Node, PostgreSQL, Fastify, SQLite, the mail library and the one of OpenID Connect throw. */
type ErrorFields = Partial<
  Record<
    | 'code'
    | 'constraint'
    | 'detail'
    | 'error'
    | 'message'
    | 'name'
    | 'path'
    | 'response'
    | 'routine'
    | 'syscall',
    string
  > &
    Record<'errcode' | 'statusCode', number> &
    Record<'cause' | 'command' | 'responseCode', unknown>
>

/** Returns the fields of a caught value. */
export function errorFields(err: unknown): ErrorFields {
  return typeof err === 'object' && err !== null ? err : {}
}

/** Returns a caught value as an error. */
export function toError(err: unknown): Error {
  return err instanceof Error ? err : new Error(String(err))
}
