import { ERRORS } from '#shared/errors.ts'
import type { ErrorCode } from '#shared/errors.ts'

/** Path of the page that lists every error code: the `type` of an error answer points into it. */
export const PROBLEMS_PATH = '/problems'

/** Returns the problem details of an error code, without `errors`. Source: RFC 9457 §3.1. */
export function toProblem(code: ErrorCode, detail: string, requestId: string) {
  const [status, title] = ERRORS[code]
  const type = `${PROBLEMS_PATH}#${code}`
  return { type, title, status, code, detail, request_id: requestId }
}
