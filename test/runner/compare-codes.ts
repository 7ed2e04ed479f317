import type { OperationCode } from './create-code-recorder.ts'

/** Codes by what is known about them: those that routes list, that tests got, and that tests get only on some machines. */
type Codes = {
  declared: readonly OperationCode[]
  seen: ReadonlySet<OperationCode>
  sometimes: readonly OperationCode[]
}

const LIST = 'test/runner/sometimes-tested-codes.ts'

/**
 * Returns a line for each code that a route lists and that no test got, and for each one that tests get only on some machines and that no
 * route lists.
 */
export function compareCodes({ declared, seen, sometimes }: Codes): string[] {
  const listed = new Set(declared)
  return [
    ...declared
      .filter((each) => !seen.has(each) && !sometimes.includes(each))
      .map((each) => `${each}: the route lists this error, and no test got it.`),
    ...sometimes
      .filter((each) => !listed.has(each))
      .map((each) => `${each}: no route lists this error. Remove it from ${LIST}.`),
  ]
}
