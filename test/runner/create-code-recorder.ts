import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** An operation and an error code that it lists or answered, as a line of text. */
export type OperationCode = `${string} ${string}`

/**
 * Returns a function that appends an operation and a code to the file at `path`, once for each pair. Without a path it does
 * nothing.
 */
export function createCodeRecorder(
  path: string | undefined,
): (operation: string, code: string) => void {
  const recorded = new Set<OperationCode>()
  return (operation, code) => {
    const pair: OperationCode = `${operation} ${code}`
    if (path === undefined || recorded.has(pair)) return
    recorded.add(pair)
    appendFileSync(path, `${pair}\n`)
  }
}

/** Reads what the processes of a run recorded. */
export function readSeenCodes(path: string): Set<OperationCode> {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
  return new Set(lines as OperationCode[])
}
