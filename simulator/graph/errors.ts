import { randomBytes } from 'node:crypto'
import { ERROR_TABLE } from './error-table.ts'
import type { KnownError } from './error-table.ts'

/** The platform's page about error codes; part of every error in a status. */
export const ERROR_CODES_PAGE =
  'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/'

/** Returns the known error for a code; an unknown code gets generic texts. */
export function errorOf(code: number): KnownError {
  return (
    ERROR_TABLE.get(code) ?? {
      title: `Error ${code}`,
      details: `The simulator was asked to answer with the code ${code}.`,
      httpStatus: 400,
      manner: 'refused',
    }
  )
}

/** The parts of a refusal; `type` defaults to `OAuthException`. */
interface GraphErrorParts {
  httpStatus: number
  code: number
  message: string
  type?: string
  subcode?: number
  details?: string
  isTransient?: boolean
  headers?: Record<string, string>
  userTitle?: string
  userMessage?: string
}

/** A refusal as the platform words it, thrown while handling a Graph request. */
export class GraphError extends Error {
  readonly httpStatus: number
  readonly headers: Record<string, string>
  readonly body: { error: Record<string, unknown> }

  constructor(parts: GraphErrorParts) {
    const { httpStatus, code, message, type, subcode, details, isTransient, headers } = parts
    const { userTitle, userMessage } = parts
    super(message)
    this.httpStatus = httpStatus
    this.headers = headers ?? {}
    this.body = {
      error: {
        message,
        type: type ?? 'OAuthException',
        code,
        ...(details !== undefined && {
          error_data: { messaging_product: 'whatsapp', details },
        }),
        ...(subcode !== undefined && { error_subcode: subcode }),
        ...(isTransient && { is_transient: true }),
        ...(userTitle !== undefined && {
          is_transient: false,
          error_user_title: userTitle,
          error_user_msg: userMessage,
        }),
        fbtrace_id: `A${randomBytes(16).toString('base64url')}`,
      },
    }
  }
}

/** Returns the refusal for a known code; `moreDetails` replaces its details. */
export function refusal(code: number, moreDetails?: string): GraphError {
  const { httpStatus, title, details, subcode } = errorOf(code)
  return new GraphError({
    httpStatus,
    code,
    message: `(#${code}) ${title}`,
    details: moreDetails ?? details,
    ...(subcode !== undefined && { subcode }),
    ...(httpStatus === 429 && { headers: { 'retry-after': '1' } }),
    isTransient: httpStatus >= 500,
  })
}

/** Returns the refusal for a wrong or missing parameter (400, code 100). */
export function badParameter(message: string, details?: string): GraphError {
  const text = `(#100) ${message}`
  return new GraphError({ httpStatus: 400, code: 100, message: text, ...(details && { details }) })
}

/** Returns the refusal for a token that is missing or not the simulator's (401, code 190). */
export function badToken(message: string, subcode?: number): GraphError {
  const code = 190
  return new GraphError({
    httpStatus: 401,
    code,
    message,
    ...(subcode !== undefined && { subcode }),
  })
}

/** Returns the refusal for a path without an object (400, code 100, subcode 33; never 404). */
export function unknownObject(method: string, objectId: string): GraphError {
  return new GraphError({
    httpStatus: 400,
    code: 100,
    subcode: 33,
    type: 'GraphMethodException',
    message: `Unsupported ${method.toLowerCase()} request. Object with ID '${objectId}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
  })
}
