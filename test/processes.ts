import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { PORTS, takePort } from './runner/hold-ports.ts'
import { waitFor } from './wait-for.ts'

const ROOT = dirname(import.meta.dirname)
const PROGRAM = 'server/main.ts'

/**
 * The variables of a program; besides these it only gets PATH, HOME, TMPDIR and the folder of compiled files. It stops
 * without a drain time by default.
 */
export type ProgramEnv = Record<string, string>

/** The exit of a program. */
type Exit = { code: number | null; signal: NodeJS.Signals | null }

/** A real child process. `end` sends a signal (SIGTERM by default) and waits for its exit. */
export type Program = {
  pid: number
  stdout: () => string
  stderr: () => string
  exited: Promise<Exit>
  /** Resolves when everything that it and its children printed was read. */
  isRead: Promise<void>
  isRunning: () => boolean
  end: (signal?: NodeJS.Signals) => Promise<Exit>
}

const running = new Set<Program>()
// A runner that cancels a file ends it by a signal, which would leave the file's children behind.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(1))
process.once('exit', () => {
  for (const program of running) void program.end()
})

/**
 * Starts a program in the repository's root. It is stopped at the latest when this process exits.
 *
 * inGroup: starts a process group, as a terminal does, so that a signal reaches all of its children.
 * input: the text of its stdin, which is empty otherwise.
 */
export function startProgram(
  [command, ...args]: [string, ...string[]],
  env: ProgramEnv,
  options: { inGroup?: boolean; input?: string } = {},
): Program {
  const { PATH = '', HOME = '/', TMPDIR, NODE_COMPILE_CACHE } = process.env
  const child = spawn(command, args, {
    cwd: ROOT,
    env: {
      PATH,
      HOME,
      DRAIN_SECONDS: '0',
      ...(TMPDIR && { TMPDIR }),
      // Parley runs without this cache, because it keeps 25 MB in memory. Tests start many processes, which it makes faster, also those
      // that npm or a shell starts.
      ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
      ...env,
    },
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    detached: options.inGroup ?? false,
  })
  child.stdin?.end(options.input)
  const send = (signal: NodeJS.Signals) =>
    process.kill(options.inGroup ? -child.pid! : child.pid!, signal)
  let [stdout, stderr] = ['', '']
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      running.delete(program)
      resolve({ code, signal })
    })
  })
  // Its output may arrive after its exit.
  const isRead = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const program: Program = {
    pid: child.pid!,
    stdout: () => stdout,
    stderr: () => stderr,
    exited,
    isRead,
    isRunning: () => running.has(program),
    async end(signal = 'SIGTERM') {
      if (running.has(program)) send(signal)
      return exited
    },
  }
  if (child.pid !== undefined) running.add(program)
  return program
}

/** Node's options that make a program start in less CPU time; `test/run.ts` chooses them. */
const NODE_OPTIONS = JSON.parse(process.env['TEST_NODE_OPTIONS'] ?? '[]') as string[]

/** Returns the command of one of the repository's programs, such as server/main.ts, or of one at an absolute path. */
export function nodeCommand(script: string, ...args: string[]): [string, ...string[]] {
  if (!isAbsolute(script))
    return [process.execPath, ...NODE_OPTIONS, resolve(ROOT, script), ...args]
  // A program at an absolute path is that of another release, which has its own packages and its own Node.
  const own = join(dirname(dirname(script)), 'node_modules/node/bin/node')
  return [existsSync(own) ? own : process.execPath, script, ...args]
}

/**
 * Starts Parley with `env` and resolves once it is ready and each of its ports answers /health/ready.
 *
 * args: such as `--only api`. script: the program, which may be that of another release. Throws its output when it exits
 * before.
 */
export async function startServer(
  env: ProgramEnv,
  args: string[] = [],
  script = PROGRAM,
): Promise<Program> {
  const program = startProgram(nodeCommand(script, 'start', ...args), env)
  return untilReady(program, env, args)
}

/** Waits until a started Parley is ready and its ports answer; ends it otherwise. */
export async function untilReady(
  program: Program,
  env: ProgramEnv,
  args: string[] = [],
): Promise<Program> {
  const only = args.includes('--only') ? args[args.indexOf('--only') + 1]! : 'api,ingest'
  const ports = [
    ...(only.includes('api') ? [env['PORT']] : []),
    ...(only.includes('ingest') ? [env['INGEST_PORT']] : []),
  ]
  try {
    const said = args.includes('--json') ? '"ready":true' : 'Press Ctrl-C to stop.'
    await untilUp(program, () => program.stdout().includes(said))
    for (const port of ports.filter((each) => each !== '0'))
      await untilUp(program, () => isOk(`http://127.0.0.1:${port}/health/ready`))
  } catch (err) {
    await program.end('SIGKILL')
    throw new Error(`It did not become ready: ${program.stderr()}${program.stdout()}`, {
      cause: err,
    })
  }
  return program
}

/** Starts the Cloud API simulator with `env` and waits until it answers. */
export async function startSimulator(env: ProgramEnv): Promise<Program> {
  const program = startProgram(nodeCommand('simulator/main.ts'), { LOG_LEVEL: 'warn', ...env })
  await untilUp(program, () => isOk(`http://127.0.0.1:${env['SIMULATOR_PORT']}/health/ready`))
  return program
}

/** Runs a command of Parley to its end. `input` is the text of its stdin, `script` the program. */
export async function runCommand(
  args: string[],
  env: ProgramEnv = {},
  input?: string,
  script = PROGRAM,
): Promise<Exit & { stdout: string; stderr: string }> {
  const program = startProgram(
    nodeCommand(script, ...args),
    { LOG_LEVEL: 'warn', ...env },
    input === undefined ? {} : { input },
  )
  const exit = await program.exited
  await program.isRead
  return { ...exit, stdout: program.stdout(), stderr: program.stderr() }
}

/** Runs a command of Parley with --json and returns its output; throws it when the command fails. */
export async function runJson<T>(args: string[], env: ProgramEnv, script?: string): Promise<T> {
  const { code, stdout, stderr } = await runCommand([...args, '--json'], env, undefined, script)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`)
  return JSON.parse(stdout) as T
}

const tempDirs = new Set<string>()
process.once('exit', () => {
  for (const dir of tempDirs) rmSync(dir, { recursive: true, force: true })
})

/**
 * Creates a directory that is removed when the process of the tests exits. Hooks run in the order in which they were
 * added, so a hook would remove it while a program or browser that the test started later still writes into it.
 */
export async function openTempDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'parley-dir-'))
  tempDirs.add(dir)
  return dir
}

const given = new Set<number>()

/** Returns free ports. No other file of the run gets them, so that a restarted program can use its port again. */
export async function findPorts(count: number): Promise<number[]> {
  const run = Number(process.env['TEST_PORTS_OF_RUN'] ?? 0)
  const first = PORTS.first + run * PORTS.perRun
  const ports: number[] = []
  while (ports.length < count) {
    if (given.size >= PORTS.perRun) throw new Error('No port of the run is left.')
    const port = randomInt(first, first + PORTS.perRun)
    if (given.has(port) || !takePort(port)) continue
    given.add(port)
    if (await isFree(port)) ports.push(port)
  }
  return ports
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

async function isOk(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

async function untilUp(program: Program, isUp: () => boolean | Promise<boolean>): Promise<void> {
  await waitFor(
    async () => {
      if (!program.isRunning())
        throw new Error(`It ended at its start: ${program.stderr()}${program.stdout()}`)
      return isUp()
    },
    { timeoutMs: 180_000, what: 'the program to be ready' },
  )
}
