import { relative } from 'node:path'

/** What the runner says of a test that starts, passes or fails; `nesting` counts the suites and tests around it. */
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
      lines.push([...(isPath(names[0]!) ? [] : path), ...names].join(' › '))
    },
    lines: () => lines,
  }
}

/** Returns whether a suite stands for a file that shares its process with others. */
function isPath(name: string): boolean {
  return name.endsWith('.test.ts')
}
