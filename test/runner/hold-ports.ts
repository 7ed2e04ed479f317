import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The ports that tests give to programs: a range for each run, below that of outgoing connections. */
export const PORTS = { first: 15_000, perRun: 2_000, runs: 8 }

/**
 * Holds a range of ports for this process and those that it starts, so that runs of tests at the same time on one machine
 * do not use the same ports. Beyond eight runs they may.
 */
export async function holdPorts(): Promise<void> {
  for (let run = 0; run < PORTS.runs; run++) {
    const server = createServer().unref()
    const isHeld = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(PORTS.first - 1 - run, '127.0.0.1', () => resolve(true))
    })
    process.env['TEST_PORTS_OF_RUN'] = String(run)
    if (isHeld) return
  }
}

/**
 * Returns whether the port is this process's alone: no other test file of the run has taken it, nor ever will. Outside of
 * a run every port is.
 */
export function takePort(port: number): boolean {
  if (process.env['TEST_PORTS_OF_RUN'] === undefined) return true
  try {
    // The folder of temporary files is the run's own.
    writeFileSync(join(tmpdir(), `port-${port}`), '', { flag: 'wx' })
    return true
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw err
  }
}
