import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { Config } from '#lib/settings/config.ts'
import { DEMO_NUMBER } from '../demo/demo-number.ts'
import { introduceDemo } from './introduce-demo.ts'
import { StartError } from './start-error.ts'

const program = fileURLToPath(new URL('../../../simulator/main.ts', import.meta.url))

/** The control routes have no password, so they are only reachable from this machine. */
const HOST = '127.0.0.1'

/** The shortest and longest delay before the simulator is restarted after it stopped unexpectedly. */
const RESTART_MS = { min: 250, max: 10_000 }

/** Returns the platform URL for the rest of the product when the simulator plays the platform. */
export function simulatorGraphUrl(config: Config): string {
  return `http://${HOST}:${config.simulatorPort}/v25.0`
}

/**
 * Runs the Cloud API simulator as a separate process and restarts it if it stops unexpectedly. It always stops
 * together with this process.
 *
 * @throws {StartError} with the simulator's error message if it cannot start
 */
export async function startSimulatorProcess(
  config: Config,
  log: Logger,
  output: 'stdout' | 'stderr',
): Promise<{ url: string; stop: () => Promise<void> }> {
  let stopping = false
  let waitMs = RESTART_MS.min
  let timer: NodeJS.Timeout | undefined
  // The newest process, also while it starts: a stop must end it too.
  let child = forkSimulator(config, output)
  await untilReady(child, config, log)
  watch()

  function watch(): void {
    const startedAt = performance.now()
    const restart = (code: number | null, signal: NodeJS.Signals | null) => {
      if (stopping) return
      if (performance.now() - startedAt > RESTART_MS.max) waitMs = RESTART_MS.min
      log.error({ code, signal, again_in_ms: waitMs }, 'the simulator stopped; restarting it')
      again()
    }
    if (hasExited(child)) restart(child.exitCode, child.signalCode)
    else child.once('exit', restart)
  }

  function again(): void {
    timer = setTimeout(() => {
      child = forkSimulator(config, output)
      untilReady(child, config, log).then(watch, (err: unknown) => {
        if (stopping) return
        log.error({ err, again_in_ms: waitMs }, 'failed to restart the simulator')
        again()
      })
    }, waitMs)
    waitMs = Math.min(waitMs * 2, RESTART_MS.max)
  }

  return {
    url: `http://localhost:${config.simulatorPort}`,
    stop: async () => {
      stopping = true
      clearTimeout(timer)
      if (hasExited(child)) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      const giveUp = setTimeout(() => child.kill('SIGKILL'), 3_000)
      await ended
      clearTimeout(giveUp)
    },
  }
}

/** Returns the origins of the web app, which embeds the simulator's phone and receiver beside the inbox. */
function appOrigins({ publicUrl, port }: Config): string[] {
  const own = ['localhost', '127.0.0.1'].map((name) => `http://${name}:${port}`)
  return [...new Set([new URL(publicUrl).origin, ...own])]
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function forkSimulator(config: Config, output: 'stdout' | 'stderr'): ChildProcess {
  const { phoneNumberId, displayPhone, businessAccount } = DEMO_NUMBER
  const receiver = ['0.0.0.0', '::'].includes(config.host) ? HOST : config.host
  return fork(program, [], {
    env: {
      SIMULATOR_PORT: String(config.simulatorPort),
      HOST,
      WHATSAPP_APP_SECRET: config.whatsapp.appSecret,
      WHATSAPP_VERIFY_TOKEN: config.whatsapp.verifyToken,
      WEBHOOK_URL: `http://${receiver}:${config.ingestPort}/webhook/whatsapp`,
      SIMULATOR_PARENTS: appOrigins(config).join(','),
      SIMULATOR_NUMBERS: `${phoneNumberId}:${displayPhone}:${businessAccount}`,
      LOG_LEVEL: config.logLevel === 'info' ? 'warn' : config.logLevel,
    },
    execArgv: [],
    // A separate process group, so that Ctrl-C does not reach the simulator directly and we stop it in order.
    detached: true,
    stdio: ['ignore', output === 'stdout' ? 'inherit' : process.stderr, 'pipe', 'ipc'],
  })
}

/** Resolves when a forked simulator listens and knows the demo's contacts. @throws {StartError} if it exits before */
async function untilReady(child: ChildProcess, config: Config, log: Logger): Promise<void> {
  let words = ''
  const collect = (chunk: Buffer) => (words += chunk.toString())
  child.stderr?.on('data', collect)
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('error', reject)
    child.once('exit', () =>
      reject(new StartError(words.trim().split('\n', 1)[0] || 'The simulator could not start.')),
    )
  })
  child.stderr?.off('data', collect)
  child.stderr?.pipe(process.stderr, { end: false })
  if (config.demo)
    await introduceDemo(`http://${HOST}:${config.simulatorPort}`).catch((err: unknown) =>
      log.warn({ err }, 'failed to introduce the demo contacts to the simulator'),
    )
}
