import { sql } from 'kysely'
import { emit } from '#test/deliveries.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { startReceiver } from '#test/receiver.ts'
import { waitFor } from '#test/wait-for.ts'
import type { Run } from './run.ts'
import type { HostileProduct, Place } from './start-product.ts'
import { listNames, listTargets, ZONE } from './targets.ts'
import { inTurns } from './try-guarded.ts'
import type { Stored } from './try-guarded.ts'

/** Returns whether a test delivery of an endpoint reaches a sink. */
async function reaches(
  { sinks }: Run,
  { admin }: HostileProduct,
  endpointId: string,
): Promise<boolean> {
  sinks.take()
  await admin(`POST /api/developer/webhooks/${endpointId}/test`, { body: {} })
  return waitFor(() => sinks.take().length > 0, { timeoutMs: 1_000 }).catch(() => false)
}

/** Sends a test delivery to the stored targets of this machine with the protection disabled: each must reach a sink. */
export async function tryUnguarded(
  run: Run,
  product: HostileProduct,
  stored: Stored[],
): Promise<void> {
  const { control, problems } = run.report
  for (const target of stored.filter((each) => each.isHere)) {
    control.tried++
    if (await reaches(run, product, target.endpointId)) control.reached++
    else problems.push(`${target.url} reaches no sink without the guard: it proves nothing`)
  }
}

/**
 * Registers every target with local ones allowed: only those of loopback and private networks are accepted. Those on
 * loopback are reached; the target of a redirect there is not.
 */
export async function tryLocal(run: Run, product: HostileProduct): Promise<void> {
  const { local, problems } = run.report
  const { port } = run.sinks
  const targets = [
    ...listTargets(port, { ownHosts: [], ownPorts: product.ownPorts }),
    ...listNames(port),
  ]
  const loopback: string[] = []
  await inTurns(targets, async (target) => {
    const answer = await product.admin('POST /api/developer/webhooks', {
      body: { url: target.url },
    })
    const isRegistered = answer.status === 201
    if (isRegistered !== target.isLocal)
      problems.push(`${target.url} where local ones are allowed: ${answer.status}`)
    local[isRegistered ? 'registered' : 'refused']++
    if (isRegistered && target.isHere) loopback.push(answer.body.id)
  })
  for (const endpointId of loopback) {
    local.tried++
    if (await reaches(run, product, endpointId)) local.reached++
  }
  await tryRedirects(run, product)
  for (const each of product.connections())
    if (!/^(127\.|::1 )/.test(each)) problems.push(`a connection beyond loopback: ${each}`)
}

async function tryRedirects(run: Run, { admin }: HostileProduct): Promise<void> {
  const { problems } = run.report
  const locations = [
    `http://127.0.0.1:${run.sinks.port}/`,
    'http://169.254.169.254/latest/',
    '/again',
    '',
  ]
  const receiver = await startReceiver(({ path }, response) => {
    const [, status, index] = path.split('/')
    const location = locations[Number(index)]
    response.writeHead(Number(status), location ? { location } : {}).end()
  })
  run.sinks.take()
  for (const status of [300, 301, 302, 303, 305, 307, 308])
    for (const index of locations.keys()) {
      const url = `${receiver.url}/${status}/${index}`
      const { body } = await admin('POST /api/developer/webhooks', { body: { url } })
      const answer = await admin(`POST /api/developer/webhooks/${body.id}/test`, { body: {} })
      const [attempt] = answer.body.attempts
      if (attempt?.error === 'redirect_not_followed' && attempt.response_status === status)
        run.report.redirects++
      else problems.push(`a ${status} to ${locations[index]}: ${answer.text}`)
    }
  if (receiver.requests.length !== run.report.redirects) problems.push('a redirect was followed')
  problems.push(...run.sinks.take().map((each) => `a redirect was followed to ${each}`))
  await receiver.close()
}

/** Names whose servers never answer. */
export const SLOW_NAMES = Array.from({ length: 50 }, (_, index) => `slow-${index}.${ZONE}`)

/**
 * Registers fifty endpoints together whose names are never resolved, and delivers to them: a registration and a
 * delivery next to them must finish before the first of theirs.
 */
export async function trySlowNames(run: Run, product: HostileProduct, place: Place): Promise<void> {
  const { problems } = run.report
  const { scope } = await createTestWorkspace(place.scope)
  const admin = await product.signIn(scope)
  const receiver = await startReceiver()
  const ended: string[] = []
  const register = async (url: string) => {
    const { status, text } = await admin('POST /api/developer/webhooks', { body: { url } })
    if (status !== 201) problems.push(`${url} cannot be registered: ${text}`)
    ended.push(url)
  }
  const slow = SLOW_NAMES.map((name) => register(`http://${name}/hook`))
  await Promise.all([...slow, register(`${receiver.url}/quick`)])
  if (!ended[0]?.endsWith('/quick')) problems.push(`a slow name server held up a registration`)

  await emit(scope, [1])
  await receiver.waitFor(1)
  const { rows } = await sql<{ tried: number }>`
    select count(*)::int as tried from webhook_attempts where workspace_id = ${scope.workspaceId}
      and error is not null`.execute(scope.db)
  if (rows[0]!.tried > 0) problems.push('a slow name server held up a delivery')
  else run.report.slowNames = SLOW_NAMES.length
  await receiver.close()
}
