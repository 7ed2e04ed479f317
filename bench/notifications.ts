import { registerDevice } from '#notifications/devices/register-device.ts'
import type { Scope } from '#db/context.ts'
import { firstOf } from '#lib/first-of.ts'
import { newId } from '#lib/ids.ts'
import { createTestMember } from '#test/factories.ts'
import { startPushService } from '#test/push-service.ts'
import type { TestSubscriber } from '#test/push-service.ts'
import { waitFor } from '#test/wait-for.ts'
import { atMost, plain, quantile } from './figure.ts'
import type { Figure } from './figure.ts'
import { openInboundProduct, textBody } from './ingest/inbound-product.ts'
import type { BenchNumber, InboundProduct } from './ingest/inbound-product.ts'
import { postAtRate } from './ingest/post-at-rate.ts'
import { cpuMs } from './load.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'
import { WORKER_ROLE } from './product.ts'
import { countingSettings, countStatements } from './statements.ts'
import type { DatabaseUse } from './statements.ts'
import { wallClock } from './wall-clock.ts'

const P95_MS = 1_000
const CUSTOMERS = 100
const DAY_MS = 86_400_000
const SHOWN_STATEMENTS = 25
const TEXT_CHARACTERS = 100

/**
 * From the customer's message to the push on each device of each agent, with every tab closed. Each message must notify
 * each agent and device once. Options: `--messages` (10000), `--rate` messages a second (50), `--agents` (3), `--members`
 * without a device (0),
 * `--statements yes` to see those of the worker, and `--profile DIR` for its CPU profile.
 */
export async function benchNotifications(options: BenchOptions): Promise<Figure[]> {
  const messages = numberOption(options, 'messages', 10_000)
  const rate = numberOption(options, 'rate', 50)
  const agents = numberOption(options, 'agents', 3)
  await using product = await openInboundProduct(options, countingSettings)
  const service = await startPushService()
  try {
    const number = await product.openNumber(CUSTOMERS)
    await untilNotified(number.scope)
    const devices: TestSubscriber[] = []
    for (let index = 0; index < agents; index++)
      devices.push(await openDevice(number, service.subscribe()))
    for (let index = 0; index < numberOption(options, 'members', 0); index++)
      await createTestMember(number.scope, 'agent')
    const finish = await countStatements(product.database)
    const walBefore = await readWal(product)
    const cpuBefore = await readCpu(product)
    const postedAt: number[] = []
    const body = (index: number) => {
      postedAt[index] = wallClock()
      return textBody(number.account, number.customers[index % CUSTOMERS]!, `Message ${index}`)
    }
    const seconds = await postAtRate(product, { rate, seconds: messages / rate, body })
    const isDone = (device: TestSubscriber) =>
      new Set(device.received.map(({ payload }) => payload.id)).size >= messages
    await waitFor(() => devices.every(isDone), { timeoutMs: 120_000, what: 'every push' })
    await untilNotified(number.scope)
    const walBytes = (await readWal(product)) - walBefore
    const [cpu, use] = [await readCpu(product), await finish()]
    const times = devices.flatMap((device) =>
      device.received.map(
        ({ payload, at }) => at.getTime() - postedAt[Number(payload.body.split(' ')[1])]!,
      ),
    )
    const pushes = messages * agents
    const perThousand = (ms: number) => `${((ms * 1_000) / pushes).toFixed(0)} ms`
    return [
      plain(
        `message to push, ${messages} messages at ${(messages / seconds).toFixed(0)}/s, ${agents} devices`,
        `p50 ${quantile(times, 0.5).toFixed(0)} ms`,
      ),
      atMost('  p95', quantile(times, 0.95), P95_MS, ' ms'),
      atMost('  pushes that were sent twice', times.length - pushes, 0, ''),
      plain('  CPU of the worker per 1,000 pushes', perThousand(cpu.worker - cpuBefore.worker)),
      plain(
        '  CPU of its database sessions per 1,000 pushes',
        perThousand(cpu.database - cpuBefore.database),
      ),
      plain('  statements of the worker per push', (use.calls / pushes).toFixed(2)),
      plain('  WAL per message', `${(walBytes / messages / 1_000).toFixed(1)} kB`),
      ...(options['statements'] ? showStatements(use, pushes) : []),
    ]
  } finally {
    await service.close()
  }
}

/** Waits until the members were notified of all events, those before the devices included. */
async function untilNotified({ db, workspaceId }: Scope): Promise<void> {
  await waitFor(
    async () => {
      const caughtUp = await db
        .selectFrom('notification_cursors as cursors')
        .innerJoin(
          'workspace_counters as counters',
          'counters.workspace_id',
          'cursors.workspace_id',
        )
        .select('cursors.position')
        .whereRef('cursors.position', '>=', 'counters.notifying_position')
        .where('cursors.workspace_id', '=', workspaceId)
        .executeTakeFirst()
      return caughtUp !== undefined
    },
    { timeoutMs: 60_000, what: 'the notifications' },
  )
}

/** Returns how much WAL was written so far, in bytes. */
async function readWal({ database }: InboundProduct): Promise<number> {
  const query = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal`
  return firstOf(await database.rows<{ wal: number }>(query)).wal
}

/** Returns the CPU that the worker and its sessions in the database have used so far, in ms. */
async function readCpu({
  database,
  workerPid,
}: InboundProduct): Promise<{ worker: number; database: number }> {
  const sessions = await database.rows<{ pid: number }>(
    'select pid from pg_stat_activity where usename = $1',
    [WORKER_ROLE],
  )
  const used = await Promise.all(sessions.map(({ pid }) => cpuMs(pid)))
  return {
    worker: await cpuMs(workerPid),
    database: used.reduce((total, each) => total + each, 0),
  }
}

function showStatements({ statements }: DatabaseUse, pushes: number): Figure[] {
  return statements.slice(0, SHOWN_STATEMENTS).map(({ text, calls, totalMs }) => {
    const plainText = text.replaceAll(/\s+/g, ' ').slice(0, TEXT_CHARACTERS)
    const perPush = (calls / pushes).toFixed(2)
    return plain(`    ${plainText}`, `${perPush} a push, ${(totalMs / calls).toFixed(2)} ms each`)
  })
}

/** Signs an agent in without a browser, and registers a device that receives texts. */
async function openDevice(
  { scope }: BenchNumber,
  subscriber: TestSubscriber,
): Promise<TestSubscriber> {
  const { userId } = await createTestMember(scope, 'agent')
  const now = scope.clock.now()
  const session = { id: newId(), userId, ssoWorkspaceId: null, userAgent: null }
  await scope.directory
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: userId,
      token: session.id,
      workspace_id: scope.workspaceId,
      expires_at: new Date(now.getTime() + DAY_MS),
      created_at: now,
      updated_at: now,
    })
    .execute()
  const device = await registerDevice(scope, session, subscriber.subscription)
  await scope.directory
    .updateTable('push_devices')
    .set({ show_text: true })
    .where('id', '=', device.id)
    .execute()
  return subscriber
}
