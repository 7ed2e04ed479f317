import type { OperationCode } from './create-code-recorder.ts'

/** Codes by what is known about them: those that routes list, that tests got, and for which there is no test yet. */
type Codes = {
  declared: readonly OperationCode[]
  seen: ReadonlySet<OperationCode>
  untested: readonly OperationCode[]
}

const LIST = 'test/runner/untested-codes.ts'

/**
 * Returns a line for each code that a route lists and that no test got, and for each one in the list of untested codes that a test got
 * or that no route lists.
 */
export function compareCodes({ declared, seen, untested }: Codes): string[] {
  const listed = new Set(declared)
  const known = new Set(untested)
  return [
    ...declared
      .filter((each) => !seen.has(each) && !known.has(each))
      .map((each) => `${each}: the route lists this error, and no test got it.`),
    ...untested
      .filter((each) => seen.has(each))
      .map((each) => `${each}: a test got this error. Remove it from ${LIST}.`),
    ...untested
      .filter((each) => !listed.has(each))
      .map((each) => `${each}: no route lists this error. Remove it from ${LIST}.`),
  ]
}
