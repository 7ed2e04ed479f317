/**
 * Uses an unpacked package as an operator does, and prints a `Report`. It runs on the bare machine of
 * `bare-machine.test.ts`, with the Node of the package, and loads nothing but Node's own modules.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** The results of the steps, as the test expects them. */
export type Report = {
  /** The code of an attempt to reach another machine, such as ENETUNREACH. */
  network: string
  readySeconds: number
  /** The statuses of pages, by path. */
  statuses: Record<string, number>
  /** The last message of the conversation to which a customer wrote through the simulator. */
  received: string
  /** The content types of the exported traces that have a span of that message, by the protocol that was set. */
  traces: Record<string, string[]>
  /** The version of PostgreSQL that `parley psql` printed, and what the programs for dumps and base backups printed. */
  programs: { psql: string; contents: string; verified: string }
  /** The output of the check of the first scheduled backup. */
  backup: string
  /** The exit codes of the stopped program, of each time that it was started. */
  codes: (number | null)[]
  /** The modules of packages that the program can load, and the messages of those that do not load. */
  modules: { loaded: string[]; failures: string[] }
}

const [parley = '', api = '', simulator = ''] = process.argv.slice(2)

const network = await fetch('http://192.0.2.1/', { signal: AbortSignal.timeout(5_000) }).then(
  () => 'reached',
  (err: { cause?: { code?: string } }) => String(err.cause?.code),
)

/** The bodies of exported traces, with their content types. */
const exported: { type: string; body: Buffer }[] = []
const receiver = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    exported.push({ type: request.headers['content-type'] ?? '', body: Buffer.concat(parts) })
    response.end()
  })
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
const tracesUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

/** Starts the program, and returns its first line and a function that stops it and returns its exit code. */
async function start(protocol: string) {
  const env = {
    ...process.env,
    OTEL_EXPORTER_OTLP_ENDPOINT: tracesUrl,
    OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
    BACKUP_TO: backups,
    BACKUP_SCHEDULE: '*:15',
  }
  const program = spawn(parley, ['start', '--demo', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  })
  const exited = once(program, 'exit') as Promise<[number | null]>
  // Without this, a program that cannot start would never print the line.
  const early = exited.then(([exit]) => Promise.reject(new Error(`It ended with ${exit}.`)))
  early.catch(() => undefined)
  const [line] = (await Promise.race([once(createInterface(program.stdout), 'line'), early])) as [
    string,
  ]
  const stop = async () => {
    program.kill('SIGTERM')
    const [code] = await exited
    return code
  }
  return { line, stop }
}

/** Calls `isDone` until it returns true, for at most 20 s. */
async function poll(isDone: () => boolean | Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + 20_000
  while (!(await isDone()) && performance.now() < deadlineMs) await sleep(100)
}

/** Sends a customer's message through the simulator. */
async function write(text: string): Promise<void> {
  const sent = await fetch(`${simulator}/sim/inbound`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      from: seeded.customer.phone,
      phone_number_id: seeded.phoneNumberId,
      text,
    }),
  })
  if (!sent.ok) throw new Error(`The simulator answered ${sent.status}: ${await sent.text()}`)
}

/** Returns the content types of the exports since the last call that have the span of a message, once one has. */
async function takeTraces(): Promise<string[]> {
  const found = () => exported.filter(({ body }) => body.includes('process whatsapp'))
  await poll(() => found().length > 0)
  const types = [...new Set(found().map(({ type }) => type))]
  exported.length = 0
  return types
}

/** Loads each module of a package that a file of the server or of what it shares imports, as the program would. */
async function loadModules(): Promise<Report['modules']> {
  const folder = dirname(dirname(parley))
  const files = ['server', 'shared', 'simulator'].flatMap((part) =>
    readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.js'))
      .map((path) => readFileSync(join(folder, part, path), 'utf8')),
  )
  const names = files.flatMap((text) => [
    ...text.matchAll(/^import (?!type\b)[^'`]*?'([^'.#][^']*)'/gm),
    ...text.matchAll(/\bimport\('([^'.#][^']*)'\)/g),
  ])
  const modules = [...new Set(names.map(([, name]) => name!))]
    .filter((name) => !name.startsWith('node:'))
    .toSorted()
  const script = `
    const failures = []
    for (const name of ${JSON.stringify(modules)})
      await import(name).catch((err) => failures.push(name + ': ' + err.message))
    process.stdout.write(JSON.stringify(failures))
    process.exit()`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { cwd: folder },
  )
  return { loaded: modules, failures: JSON.parse(stdout) as string[] }
}

const backups = join(homedir(), 'backups')
mkdirSync(backups)
const startedMs = performance.now()
const first = await start('http/protobuf')
const readySeconds = (performance.now() - startedMs) / 1000
const { seeded } = JSON.parse(first.line) as {
  seeded: { customer: { phone: string }; phoneNumberId: string }
}

const statuses: Record<string, number> = {}
for (const path of [
  '/health/ready',
  '/',
  '/docs',
  '/docs/operations',
  '/docs/api',
  '/openapi.json',
  '/openapi.yaml',
])
  statuses[path] = (await fetch(`${api}${path}`)).status

const { stdout: psql } = await promisify(execFile)(parley, [
  'psql',
  '--',
  '-Atc',
  'show server_version',
])
const { stdout: address } = await promisify(execFile)(parley, ['database-url'])
const programs = join(dirname(dirname(parley)), 'libexec/postgresql/bin')
const dumped = join(homedir(), 'dump')
await promisify(execFile)(join(programs, 'pg_dump'), ['-Fc', '-f', dumped, address.trim()])
const { stdout: contents } = await promisify(execFile)(join(programs, 'pg_restore'), ['-l', dumped])
const base = join(homedir(), 'base')
// As the docs say. A slow checkpoint lasts until the log of a new database gets its files, whose last one removes what it needs.
const fast = '--checkpoint=fast'
await promisify(execFile)(join(programs, 'pg_basebackup'), ['-D', base, fast, '-d', address.trim()])
const { stdout: verified } = await promisify(execFile)(join(programs, 'pg_verifybackup'), [base])

const create = ['keys', 'create', '--workspace', 'demo', '--name', 'bare', '--scopes', '*']
const { stdout } = await promisify(execFile)(parley, [...create, '--json'])
const { api_key } = JSON.parse(stdout) as { api_key: { secret: string } }

const text = 'Hello from a bare machine'
await write(text)
let received = ''
await poll(async () => {
  const response = await fetch(`${api}/api/v1/chats?limit=1`, {
    headers: { authorization: `Bearer ${api_key.secret}` },
  })
  if (!response.ok) throw new Error(`The API answered ${response.status}.`)
  const { data } = (await response.json()) as { data: { last_message?: { text?: string } }[] }
  received = data[0]?.last_message?.text ?? ''
  return received === text
})
const traces: Report['traces'] = { 'http/protobuf': await takeTraces() }

// The first scheduled backup is written at once. It appears under its name when it is complete.
await poll(() => readdirSync(backups).some((name) => name.endsWith('.backup')))
const { stdout: backup } = await promisify(execFile)(parley, ['verify', '--from', backups])
const codes = [await first.stop()]
// It exported its last traces when it stopped.
exported.length = 0

const second = await start('http/json')
await write('And again')
traces['http/json'] = await takeTraces()
codes.push(await second.stop())
receiver.close()

const modules = await loadModules()
const report: Report = {
  network,
  readySeconds,
  statuses,
  received,
  traces,
  programs: { psql, contents, verified },
  backup,
  codes,
  modules,
}
process.stdout.write(`${JSON.stringify(report)}\n`)
