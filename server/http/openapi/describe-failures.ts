import { ERRORS } from '#shared/errors.ts'
import { toProblem } from '../to-problem.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { capitalize } from '#lib/capitalize.ts'

const PROBLEM = '#/components/schemas/Problem'

type Responses = Record<string, object>

/** The codes of a status, and the operations that have exactly those. */
type Group = { status: string; codes: ErrorCode[]; users: string[] }

/** The headers of failures, by status. Every response also has X-Request-Id. */
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  '5XX': ['Retry-After', 'X-Request-Id'],
}

/** The meaning of failures, by status. */
const TEXTS: Readonly<Record<string, string>> = {
  400: 'The request is malformed.',
  401: 'The caller is not known.',
  403: 'The caller may not do this.',
  404: 'It does not exist.',
  408: 'The body took too long.',
  409: 'It is in another state.',
  410: 'It was deleted.',
  413: 'The body is too large.',
  415: 'The content type is not supported.',
  422: 'The request has invalid fields.',
  429: 'Too many requests.',
  431: 'The address or the headers are too long.',
  '5XX': 'The request failed on our side.',
}

/** Short words for the codes that distinguish many responses of a status, for their names. */
const WORDS: Readonly<Partial<Record<ErrorCode, string>>> = {
  idempotency_key_in_flight: 'Key',
  idempotency_key_reused: 'Key',
  invalid_cursor: 'Cursor',
  invalid_header: 'Key',
  malformed_json: 'Body',
}

/**
 * Describes the failures of operations, by the id of the operation. The status whose codes the fewest operations have is
 * described in place, so that a reader of the operation sees what is its own; each other one refers to a shared response.
 * Returns both. The schema of a response is a `Problem` that has one of its codes.
 *
 * The usual response of a status is named after it, such as `E404`. Another one is named after the codes that it has
 * beyond those, up to two, or after the first operation that has it.
 */
export function describeFailures(codesOf: ReadonlyMap<string, readonly ErrorCode[]>): {
  byOperation: Map<string, Responses>
  responses: Responses
} {
  const groups = new Map<string, Group>()
  for (const [operationId, codes] of codesOf)
    for (const [status, group] of groupByStatus(codes)) {
      const key = group.join()
      groups.getOrInsert(key, { status, codes: group, users: [] }).users.push(operationId)
    }
  const all = [...groups.values()]
  const responses: Responses = {}
  const byOperation = new Map<string, Responses>()
  for (const operationId of codesOf.keys()) {
    const failures: Responses = {}
    const own = all.filter(({ users }) => users.includes(operationId))
    const rarest = own.reduce<Group | undefined>(
      (best, each) => (best && best.users.length <= each.users.length ? best : each),
      undefined,
    )
    for (const group of own) {
      const { status, codes } = group
      const response = toResponse(status, codes)
      if (group === rarest) failures[status] = response
      else {
        const name = toName(group, findUsual(status, all))
        responses[name] = response
        failures[status] = { $ref: `#/components/responses/${name}` }
      }
    }
    byOperation.set(operationId, sortKeys(failures))
  }
  return { byOperation, responses: sortKeys(responses) }
}

/** Returns the usual response of a status: one that many operations have, and that many others extend. */
function findUsual(status: string, groups: readonly Group[]): Group {
  const same = groups.filter((each) => each.status === status)
  const weight = ({ codes, users }: Group) =>
    users.length * same.filter((each) => codes.every((code) => each.codes.includes(code))).length
  return same.reduce((best, each) => (weight(each) > weight(best) ? each : best))
}

function sortKeys(responses: Responses): Responses {
  return Object.fromEntries(Object.entries(responses).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Groups codes by their status. Failures of the server have one group, because each operation has the same ones. */
function groupByStatus(codes: readonly ErrorCode[]): Map<string, ErrorCode[]> {
  const groups = new Map<string, ErrorCode[]>()
  for (const code of codes.toSorted()) {
    const [status] = ERRORS[code]
    const key = status >= 500 ? '5XX' : String(status)
    groups.set(key, [...(groups.get(key) ?? []), code])
  }
  return new Map([...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function toResponse(status: string, codes: readonly ErrorCode[]): object {
  const headers = HEADERS[status]
  return {
    description: TEXTS[status] ?? `${ERRORS[codes[0]!][1]}.`,
    ...(headers && {
      headers: Object.fromEntries(
        headers.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
      ),
    }),
    content: {
      'application/problem+json': {
        schema: { $ref: PROBLEM, properties: { code: { enum: codes } } },
        ...(status === '401' && { example: toExample(codes[0]!) }),
      },
    },
  }
}

/** Returns an invented response with an error code. */
function toExample(code: ErrorCode): object {
  return toProblem(code, `${ERRORS[code][1]}.`, '019b2c4e-7d3a-7c51-9a53-3f0d8f6f2f11')
}

function toName(group: Group, usual: Group): string {
  const { status, codes, users } = group
  if (group === usual) return `E${status}`
  const isMore = usual.codes.every((code) => codes.includes(code))
  const named = isMore ? codes.filter((code) => !usual.codes.includes(code)) : codes
  if (named.length > 2) return `E${status}${capitalize(users[0]!)}`
  const words = named.map((code) => WORDS[code] ?? code.split('_').map(capitalize).join(''))
  return `E${status}${isMore ? '' : 'Only'}${words.join('')}`
}
