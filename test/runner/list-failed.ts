import { relative } from 'node:path'

/** A test in an event of the runner. `nesting` counts the suites and tests around it. */
type Reported = { name: string; nesting: number; file?: string | undefined }

/** Collects failed tests with the names of the suites around them, from the runner's events in their order. `root` is taken off paths. */
export function createFailedList(root: string): {
  start: (test: Reported) => void
  fail: (test: Reported, failureType: string | undefined) => void
  lines: () => string[]
} {
  const open: string[] = []
  const lines: string[] = []
  return {
    start({ name, nesting }) {
      open.length = nesting
      open[nesting] = name
    },
    // A suite that fails only by its tests is not listed beside them.
    fail({ name, nesting, file }, failureType) {
      if (failureType === 'subtestsFailed') return
      const names = [...open.slice(0, nesting), name]
      const path = file === undefined ? [] : [relative(root, file)]
      lines.push([...(isTestFile(names[0]!) ? [] : path), ...names].join(' › '))
    },
    lines: () => lines,
  }
}

/** Returns whether a suite is named after a test file, as in a process that several files share. */
function isTestFile(name: string): boolean {
  return name.endsWith('.test.ts')
}
