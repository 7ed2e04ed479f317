/**
 * Uses an unpacked package as an operator does, and prints a `Report`. It runs on the bare machine of
 * `bare-machine.test.ts`, with the Node of the package, and loads nothing but Node's own modules.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
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
  /** The exit code of the stopped program. */
  code: number | null
}

const [parley = '', api = '', simulator = ''] = process.argv.slice(2)

const network = await fetch('http://192.0.2.1/', { signal: AbortSignal.timeout(5_000) }).then(
  () => 'reached',
  (err: { cause?: { code?: string } }) => String(err.cause?.code),
)

const startedMs = performance.now()
const program = spawn(parley, ['start', '--json'], { stdio: ['ignore', 'pipe', 'inherit'] })
const exited = once(program, 'exit') as Promise<[number | null]>
// Without this, a program that cannot start would never print the line.
const early = exited.then(([exit]) => Promise.reject(new Error(`It ended with ${exit}.`)))
early.catch(() => undefined)
const [line] = (await Promise.race([once(createInterface(program.stdout), 'line'), early])) as [
  string,
]
const readySeconds = (performance.now() - startedMs) / 1000
const { seeded } = JSON.parse(line) as {
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
])
  statuses[path] = (await fetch(`${api}${path}`)).status

const create = ['keys', 'create', '--workspace', 'demo', '--name', 'bare', '--scopes', '*']
const { stdout } = await promisify(execFile)(parley, [...create, '--json'])
const { api_key } = JSON.parse(stdout) as { api_key: { secret: string } }

const text = 'Hello from a bare machine'
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
let received = ''
const deadlineMs = performance.now() + 20_000
while (received !== text && performance.now() < deadlineMs) {
  await sleep(100)
  const response = await fetch(`${api}/api/v1/chats?limit=1`, {
    headers: { authorization: `Bearer ${api_key.secret}` },
  })
  if (!response.ok) throw new Error(`The API answered ${response.status}.`)
  const { data } = (await response.json()) as { data: { last_message?: { text?: string } }[] }
  received = data[0]?.last_message?.text ?? ''
}

program.kill('SIGTERM')
const [code] = await exited
const report: Report = { network, readySeconds, statuses, received, code }
process.stdout.write(`${JSON.stringify(report)}\n`)
