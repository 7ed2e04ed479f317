import { randomBytes } from 'node:crypto'

/** Where the platform explains its error codes; part of every error in a status. */
export const ERROR_CODES_PAGE =
  'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/'

interface KnownError {
  title: string
  details: string
  httpStatus: number
}

/** Codes, titles and HTTP statuses as the platform gives them; the details are the simulator's own. */
const KNOWN_ERRORS: Record<number, KnownError> = {
  130429: {
    title: 'Rate limit hit',
    details: 'This number sends more messages than its throughput allows.',
    httpStatus: 429,
  },
  131000: {
    title: 'Something went wrong',
    details: 'The message could not be sent because of an unknown error.',
    httpStatus: 500,
  },
  131026: {
    title: 'Message undeliverable',
    details: 'The recipient cannot get messages: no account, old app, or terms not accepted.',
    httpStatus: 400,
  },
  131047: {
    title: 'Re-engagement message',
    details: 'The customer last wrote more than 24 hours ago: only a template may be sent.',
    httpStatus: 400,
  },
  131049: {
    title: 'This message was not delivered to maintain healthy ecosystem engagement.',
    details: 'The recipient has had enough marketing messages for now.',
    httpStatus: 400,
  },
  131056: {
    title: '(Business Account, Consumer Account) pair rate limit hit',
    details: 'Too many messages from this number to this recipient in a short time.',
    httpStatus: 400,
  },
}

/** Gives title, details and HTTP status of an error code; a code it does not know gets plain words. */
export function errorOf(code: number): KnownError {
  return (
    KNOWN_ERRORS[code] ?? {
      title: `Error ${code}`,
      details: `The simulator was asked to answer with the code ${code}.`,
      httpStatus: 400,
    }
  )
}

/** What a refusal is made of; `type` defaults to `OAuthException`. */
export interface GraphErrorParts {
  httpStatus: number
  code: number
  message: string
  type?: string
  subcode?: number
  details?: string
}

/** A refusal in the platform's words, thrown by what handles a Graph request. */
export class GraphError extends Error {
  readonly httpStatus: number
  readonly body: { error: Record<string, unknown> }

  constructor({ httpStatus, code, message, type, subcode, details }: GraphErrorParts) {
    super(message)
    this.httpStatus = httpStatus
    this.body = {
      error: {
        message,
        type: type ?? 'OAuthException',
        code,
        ...(details !== undefined && {
          error_data: { messaging_product: 'whatsapp', details },
        }),
        ...(subcode !== undefined && { error_subcode: subcode }),
        fbtrace_id: `A${randomBytes(16).toString('base64url')}`,
      },
    }
  }
}

/** Gives the refusal of a known code, as the platform answers it at once. */
export function refusal(code: number): GraphError {
  const { httpStatus, title, details } = errorOf(code)
  return new GraphError({ httpStatus, code, message: `(#${code}) ${title}`, details })
}

/** Gives the refusal of a wrong or missing parameter (400, code 100). */
export function badParameter(message: string, details?: string): GraphError {
  const text = `(#100) ${message}`
  return new GraphError({ httpStatus: 400, code: 100, message: text, ...(details && { details }) })
}

/** Gives the refusal of a token that is missing or not the simulator's (401, code 190). */
export function badToken(message: string): GraphError {
  return new GraphError({ httpStatus: 401, code: 190, message })
}

/** Gives the refusal of a path that names no object (400, code 100, subcode 33; never 404). */
export function unknownObject(method: string, objectId: string): GraphError {
  return new GraphError({
    httpStatus: 400,
    code: 100,
    subcode: 33,
    type: 'GraphMethodException',
    message: `Unsupported ${method.toLowerCase()} request. Object with ID '${objectId}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
  })
}
