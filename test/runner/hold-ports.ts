import { createServer } from 'node:net'

/** The ports that tests give to programs, below the range of outgoing connections: by run, then by file. */
export const PORTS = { first: 15_000, perFile: 250, files: 8, runs: 8 }

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
