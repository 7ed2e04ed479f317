import type { CodesByStatus, ListedCodes } from './describe-failures.ts'

/** The parts of a description that say with which error codes an operation answers. */
type Described = { 'x-usual-problem-codes': Record<string, CodesByStatus> }

/** Returns the error codes of an operation of a description, by their status. */
export function listProblemCodes(
  description: Described,
  operation: { 'x-problem-codes': ListedCodes },
): CodesByStatus {
  const { as, also = {} } = operation['x-problem-codes']
  const codes: CodesByStatus = {
    ...(as !== undefined && description['x-usual-problem-codes'][as]),
  }
  for (const [status, further] of Object.entries(also))
    codes[status] = [...(codes[status] ?? []), ...further].toSorted()
  return codes
}
