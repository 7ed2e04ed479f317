import { GraphError } from './errors.ts'

/** Returns a refusal in the form of the management API: code 100 with a title and text for users (HTTP 400). */
export function describeError(parts: {
  subcode: number
  title: string
  details: string
}): GraphError {
  return new GraphError({
    httpStatus: 400,
    code: 100,
    message: 'Invalid parameter',
    subcode: parts.subcode,
    userTitle: parts.title,
    userMessage: parts.details,
  })
}
