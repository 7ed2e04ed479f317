import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { toError } from '#lib/errors.ts'
import { EmbeddedError } from './embedded-error.ts'
import { stopOrphan } from './stop-orphan.ts'
import { startPostmaster } from './start-postmaster.ts'
import type { Postmaster, PostmasterOptions } from './start-postmaster.ts'

/**
 * Starts PostgreSQL for the first time: on the `wanted` port, otherwise on the `previous` one if it is free,
 * otherwise on any free port. Waits until the sessions of a killed postmaster have ended. Throws the errors of
 * `startPostmaster`, and `port_in_use`.
 */
export async function startOnPort(
  base: Omit<PostmasterOptions, 'port'>,
  wanted: number | undefined,
  previous: number | undefined,
): Promise<{ postmaster: Postmaster; port: number }> {
  const startedMs = performance.now()
  for (let attempt = 1; ; attempt++) {
    const port =
      wanted ??
      (attempt === 1 && previous && (await isFree(previous)) ? previous : await freePort())
    if (port === wanted && !(await isFree(port))) throw portInUse(port)
    try {
      return { port, postmaster: await startPostmaster({ ...base, port }) }
    } catch (err) {
      const code = err instanceof EmbeddedError ? err.code : undefined
      if (code === 'port_in_use' && wanted) throw portInUse(wanted)
      const again =
        code === 'port_in_use'
          ? attempt < 10
          : code === 'still_in_use' && performance.now() - startedMs < 60_000
      if (!again) throw err
      await sleep(200)
    }
  }
}

/** Restarts PostgreSQL on the port its clients use. Retries until it succeeds or `signal` aborts. */
export async function restart(options: PostmasterOptions): Promise<Postmaster> {
  for (let attempt = 0; ; attempt++) {
    try {
      await stopOrphan(options.clusterDir, options.log)
      return await startPostmaster(options)
    } catch (err) {
      options.signal.throwIfAborted()
      const waitMs = Math.min(100 * 2 ** attempt, 1_000)
      // The sessions of a killed postmaster end only after their current statement.
      if (attempt % 20 === 5) options.log(`${toError(err).message} (still trying)`)
      await sleep(waitMs, undefined, { signal: options.signal })
    }
  }
}

function portInUse(port: number): EmbeddedError {
  return new EmbeddedError(
    'port_in_use',
    `Port ${port} is in use. Set DATABASE_PORT to another port, or unset it to use a free one.`,
  )
}

async function isFree(port: number): Promise<boolean> {
  return freePort(port).then(
    () => true,
    () => false,
  )
}

async function freePort(port = 0): Promise<number> {
  const server = createServer().listen({ port, host: '127.0.0.1', exclusive: true })
  await once(server, 'listening')
  const address = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return address.port
}
