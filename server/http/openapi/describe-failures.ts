import { ERRORS } from '#shared/errors.ts'
import { toProblem } from '../to-problem.ts'
import type { ErrorCode } from '#shared/errors.ts'

/** The codes of the failures of an operation: all, and the ones that its verbs add to those of its kind of route. */
type FailureCodes = { codes: readonly ErrorCode[]; own: readonly ErrorCode[] }

/** Error codes by their status. */
export type CodesByStatus = Record<string, ErrorCode[]>

/** The codes of an operation: those of a usual list if it has one, and further ones. */
export type ListedCodes = { as?: string; also?: CodesByStatus }

type Kind = { name: string; codes: Set<ErrorCode>; count: number }

/** The fewest operations that have the codes of a usual list. */
const USERS_MIN = 4

/** The failures that every operation has on our side. */
const SHARED = {
  E5XX: {
    description: 'The request failed on our side.',
    headers: {
      'Retry-After': { $ref: '#/components/headers/Retry-After' },
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
    },
    content: toContent('internal'),
  },
}

/**
 * Describes the failures of operations, by the id of the operation. Every failure is a `Problem`. Which codes an operation has is in
 * `x-problem-codes`: the ones of the usual list `as`, which the description has once, and `also` those by status.
 *
 * A usual list has the codes of the authentication, the body and the query of a kind of route. It is named after its first operation.
 */
export function describeFailures(codesOf: ReadonlyMap<string, FailureCodes>): {
  byOperation: Map<string, { responses: object; listed: ListedCodes }>
  responses: object
  usual: Record<string, CodesByStatus>
} {
  const kinds = findKinds(codesOf)
  const byOperation = new Map<string, { responses: object; listed: ListedCodes }>()
  const used = new Set<Kind>()
  for (const [operationId, { codes }] of codesOf) {
    const [kind] = kinds
      .filter((each) => each.codes.isSubsetOf(new Set(codes)))
      .toSorted((a, b) => b.codes.size - a.codes.size)
    if (kind) used.add(kind)
    const further = codes.filter((code) => !kind?.codes.has(code))
    byOperation.set(operationId, {
      responses: {
        '4XX': { description: 'Refused.', content: toContent() },
        '5XX': { $ref: '#/components/responses/E5XX' },
      },
      listed: {
        ...(kind && { as: kind.name }),
        ...(further.length > 0 && { also: groupByStatus(further) }),
      },
    })
  }
  return {
    byOperation,
    responses: SHARED,
    usual: Object.fromEntries(
      [...used].map(({ name, codes }) => [name, groupByStatus([...codes])]),
    ),
  }
}

/** Lists the sets of codes that several operations have beside those of their verbs. */
function findKinds(codesOf: ReadonlyMap<string, FailureCodes>): Kind[] {
  const kinds = new Map<string, Kind>()
  for (const [name, { codes, own }] of codesOf) {
    const usual = codes.filter((code) => !own.includes(code)).toSorted()
    const kind = { name, codes: new Set(usual), count: 0 }
    kinds.getOrInsert(usual.join(), kind).count++
  }
  return [...kinds.values()].filter(({ count }) => count >= USERS_MIN)
}

function groupByStatus(codes: readonly ErrorCode[]): CodesByStatus {
  return Object.groupBy(codes.toSorted(), (code) => String(ERRORS[code][0])) as CodesByStatus
}

/** Returns the content of a failure, with an invented example of a code if one is given. */
function toContent(code?: ErrorCode): object {
  return {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      ...(code && {
        example: toProblem(code, `${ERRORS[code][1]}.`, '019b2c4e-7d3a-7c51-9a53-3f0d8f6f2f11'),
      }),
    },
  }
}
