import { sql } from 'kysely'
import type { Answer } from '#test/answer.ts'
import { emit } from '#test/deliveries.ts'
import { waitFor } from '#test/wait-for.ts'
import { countTry } from './report.ts'
import type { Moment } from './report.ts'
import type { Run } from './run.ts'
import type { HostileProduct, Place } from './start-product.ts'
import { listNames, listTargets, NOWHERE, ZONE } from './targets.ts'
import type { Target } from './targets.ts'

/** A target in a stored endpoint, and the expected error of an attempt, by moment. */
export type Stored = Target & {
  endpointId: string
  expected: Record<'test' | 'first try' | 'retry', RegExp>
}

const BLOCKED = /^(blocked_target|invalid_url)$/
const NOT_FOUND = /^(dns_not_found|dns_failed)$/
/** Base64 may contain any letters. */
const SIGNATURE = /v1,[\w+/]{43}=/g
const TELLING = /\d+\.\d+\.\d+\.\d+|::|\bE[A-Z]{4,}\b|nameserver|socket|getaddrinfo/

/**
 * Attempts every target at registration and update, and then, in stored endpoints, at a test delivery, the first
 * attempt of a delivery and its retry. A name gets stored by first resolving to a public address; targets that
 * registration always refuses are written to the database, as if by an older release.
 */
export async function tryGuarded(
  run: Run,
  product: HostileProduct,
  place: Place,
): Promise<Stored[]> {
  const { admin, ownPorts } = product
  const { port, hosts } = run.sinks
  const literals = listTargets(port, { ownHosts: hosts, ownPorts })
  const names = listNames(port)
  const create = (url: string) => admin('POST /api/developer/webhooks', { body: { url } })
  const endpoint = async (url: string): Promise<string> => {
    const { status, body, text } = await create(url)
    if (status !== 201) run.report.problems.push(`${url} cannot be registered: ${text}`)
    return body.id
  }

  const harmlessUrl = `http://harmless.${ZONE}/hook`
  const harmless = await endpoint(harmlessUrl)
  await inTurns([...literals, ...names], async (target) => {
    checkRefusal(run, target, 'create', await create(target.url))
    const change = { body: { url: target.url } }
    const answer = await admin(`PATCH /api/developer/webhooks/${harmless}`, change)
    checkRefusal(run, target, 'update', answer)
  })
  const { body } = await admin(`GET /api/developer/webhooks/${harmless}`)
  if (body.url !== harmlessUrl) run.report.problems.push(`an update was stored: ${body.url}`)
  await admin(`DELETE /api/developer/webhooks/${harmless}`)

  const stored: Stored[] = []
  const store = (targets: Target[], expected: Stored['expected'], planted = false) =>
    inTurns(targets, async (target) => {
      const endpointId = await endpoint(planted ? `http://planted.${ZONE}/` : target.url)
      if (planted) await plant(place, endpointId, target.url)
      stored.push({ ...target, endpointId, expected })
    })
  const blocked = { test: BLOCKED, 'first try': BLOCKED, retry: BLOCKED }
  const late = { test: NOT_FOUND, 'first try': NOT_FOUND, retry: BLOCKED }
  const nowhere = { test: NOT_FOUND, 'first try': NOT_FOUND, retry: NOT_FOUND }
  run.names.areInside = false
  await store(listNowhere(port), nowhere)
  await store(names, blocked)
  run.names.areInside = true
  await store(literals, blocked, true)
  await store(listNames(port, 'late-'), late)

  await inTurns(stored, async (target) => {
    const path = `POST /api/developer/webhooks/${target.endpointId}/test`
    checkTry(run, target, 'test', await admin(path, { body: {} }))
  })
  await emit(place.scope, [1])
  await untilTried(
    place,
    stored.filter((each) => each.expected === late),
    1,
  )
  run.names.areLateInside = true
  await untilTried(place, stored, 2)
  const deliveryIds = await findDeliveries(place)
  await inTurns(stored, async (target) => {
    const id = deliveryIds.get(target.endpointId)
    const answer = await admin(`GET /api/developer/webhooks/deliveries/${id}`)
    checkTry(run, target, 'first try', answer)
    checkTry(run, target, 'retry', answer)
  })
  return stored
}

function listNowhere(port: number): Target[] {
  return Object.keys(NOWHERE).map((name) => ({
    group: 'names that lead nowhere',
    url: `http://${name}.${ZONE}:${port}/hook`,
    isHere: false,
    isLocal: true,
  }))
}

/** Runs `work` for each item, eight at a time. */
export async function inTurns<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const run = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: 8 }, run))
}

function checkRefusal(run: Run, target: Target, moment: Moment, answer: Answer): void {
  countTry(run.report, target, moment)
  const isRefused =
    answer.status === 422 &&
    (answer.body.code === 'invalid_url' || answer.body.code === 'validation_failed') &&
    answer.body.errors[0]?.field === 'url' &&
    !TELLING.test(answer.body.detail + answer.body.errors[0].message)
  if (!isRefused) problem(run, target, moment, answer)
}

/**
 * Checks that an attempt has the expected error and no response, and that a customer cannot read from it where it led.
 */
function checkTry(
  run: Run,
  target: Stored,
  moment: 'test' | 'first try' | 'retry',
  answer: Answer,
): void {
  countTry(run.report, target, moment)
  const attempt = answer.body?.attempts?.[moment === 'retry' ? 1 : 0]
  const isRight =
    answer.status === 200 &&
    target.expected[moment].test(attempt?.error) &&
    attempt.response_status === null &&
    attempt.response_body === null &&
    attempt.timings.connect === null &&
    !TELLING.test(answer.text.replaceAll(SIGNATURE, ''))
  if (!isRight) problem(run, target, moment, answer)
}

function problem(run: Run, target: Target, moment: Moment, answer: Answer): void {
  const said = answer.text.slice(0, 600)
  run.report.problems.push(`${JSON.stringify(target.url)} at ${moment}: ${answer.status} ${said}`)
}

async function plant({ scope }: Place, endpointId: string, url: string): Promise<void> {
  await sql`update webhook_endpoints set url = ${url.replaceAll('\0', '')}
    where workspace_id = ${scope.workspaceId} and id = ${endpointId}`.execute(scope.db)
}

/** Waits until the event's delivery to each target had `count` attempts. */
async function untilTried({ scope }: Place, targets: Stored[], count: number): Promise<void> {
  const ids = targets.map((each) => each.endpointId)
  await waitFor(
    async () => {
      const { rows } = await sql<{ tried: number }>`
        select count(*)::int as tried from webhook_deliveries
        where workspace_id = ${scope.workspaceId} and test_body is null
          and endpoint_id = any (${ids}::uuid[]) and attempt_count >= ${count}
      `.execute(scope.db)
      return rows[0]!.tried === targets.length
    },
    { timeoutMs: 40_000, what: `try ${count} of ${targets.length} deliveries` },
  )
}

/** Returns the ids of the event's deliveries by their endpoint's id. */
async function findDeliveries({ scope }: Place): Promise<Map<string, string>> {
  const rows = await scope.db
    .selectFrom('webhook_deliveries')
    .select(['id', 'endpoint_id'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('test_body', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.endpoint_id, row.id]))
}
