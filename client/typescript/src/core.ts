/** The client without its operations: it sends requests of any path and knows the errors and the rules for retries. */
export { ConnectionError, ParleyError } from './errors.ts'
export type { ErrorCode } from './errors.ts'
export { isPassing, send, toParleyError } from './http.ts'
export type { ApiRequest, CallOptions, Connection } from './http.ts'
export { toQuery } from './query.ts'
export type { QueryValue } from './query.ts'
export { toPauseMs } from './wait.ts'
