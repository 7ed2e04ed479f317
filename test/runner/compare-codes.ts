import type { OperationCode } from './create-code-recorder.ts'

/**
 * Codes by what is known about them: those that routes list, that tests got, for which there is no test yet, and that tests get only on
 * some machines.
 */
type Codes = {
  declared: readonly OperationCode[]
  seen: ReadonlySet<OperationCode>
  untested: readonly OperationCode[]
  sometimes: readonly OperationCode[]
}

const LIST = 'test/runner/untested-codes.ts'

/**
 * Returns a line for each code that a route lists and that no test got, for each one in the list of untested codes that a test got, and
 * for each one in a list that no route lists.
 */
export function compareCodes({ declared, seen, untested, sometimes }: Codes): string[] {
  const listed = new Set(declared)
  const known = new Set([...untested, ...sometimes])
  return [
    ...declared
      .filter((each) => !seen.has(each) && !known.has(each))
      .map((each) => `${each}: the route lists this error, and no test got it.`),
    ...untested
      .filter((each) => seen.has(each))
      .map((each) => `${each}: a test got this error. Remove it from ${LIST}.`),
    ...[...known]
      .filter((each) => !listed.has(each))
      .map((each) => `${each}: no route lists this error. Remove it from ${LIST}.`),
  ]
}
