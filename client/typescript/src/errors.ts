import type { Problem } from './generated/models.ts'

/** Every code of an error of the API. */
export type ErrorCode = Problem['code']

/** An error that the API answered. `code` is stable; `message` is for people. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError'
  /** The code of the error. Newer servers may have codes that this version does not list. */
  readonly code: ErrorCode
  readonly status: number
  /** The fields that are not valid, if the code is `validation_failed`. */
  readonly errors: NonNullable<Problem['errors']>
  /** The id of the request in the logs of the server. */
  readonly requestId: string | undefined
  /** The number of milliseconds after which the server allows another request, if it says so. */
  readonly retryAfterMs: number | undefined

  constructor(problem: Partial<Problem>, status: number, retryAfterMs?: number) {
    super(problem.detail ?? problem.title ?? `The server answered ${status}.`)
    // A proxy in front of the server answers without a code.
    this.code = problem.code ?? 'internal'
    this.status = status
    this.errors = problem.errors ?? []
    this.requestId = problem.request_id
    this.retryAfterMs = retryAfterMs
  }

  /** Returns whether the error has one of `codes`. */
  is(...codes: ErrorCode[]): boolean {
    return codes.includes(this.code)
  }
}

/** The server could not be reached, did not answer in time, or the connection broke. `cause` says why. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/** A webhook that Parley did not send, that was changed, or that is too old. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError'
}
