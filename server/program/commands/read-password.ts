import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { StartError } from '../start/start-error.ts'

/**
 * Returns the password of a command: `given`, or else the first line of stdin. On a terminal it asks for the password
 * and does not show it. A password on the command line is visible to other users of the machine.
 *
 * @throws {StartError} if stdin has no line
 */
export async function readPassword(given: string | undefined): Promise<string> {
  if (given !== undefined) return given
  const { stdin, stderr } = process
  const isTerminal = stdin.isTTY
  if (isTerminal) stderr.write('Password: ')
  // With an output that discards everything, the terminal shows none of the typed characters.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silent, terminal: isTerminal })
  try {
    for await (const line of lines) if (line !== '') return line
  } finally {
    lines.close()
    if (isTerminal) stderr.write('\n')
  }
  throw new StartError('There is no password. Pass it in --password or in the first line of stdin.')
}
