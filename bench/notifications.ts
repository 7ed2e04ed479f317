import { registerDevice } from '#notifications/devices/register-device.ts'
import { newId } from '#lib/ids.ts'
import { createTestMember } from '#test/factories.ts'
import { startPushService } from '#test/push-service.ts'
import type { TestSubscriber } from '#test/push-service.ts'
import { waitFor } from '#test/wait-for.ts'
import { atMost, plain, quantile } from './figure.ts'
import type { Figure } from './figure.ts'
import { openInboundProduct, textBody } from './ingest/inbound-product.ts'
import type { BenchNumber } from './ingest/inbound-product.ts'
import { postAtRate } from './ingest/post-at-rate.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'
import { wallClock } from './wall-clock.ts'

const P95_MS = 1_000
const CUSTOMERS = 100
const DAY_MS = 86_400_000

/**
 * From the customer's message to the push on each device of each agent, with every tab closed. Each message must notify
 * each agent and device once. Options: `--messages` (10000), `--rate` messages a second (50), `--agents` (3).
 */
export async function benchNotifications(options: BenchOptions): Promise<Figure[]> {
  const messages = numberOption(options, 'messages', 10_000)
  const rate = numberOption(options, 'rate', 50)
  const agents = numberOption(options, 'agents', 3)
  await using product = await openInboundProduct(options)
  const service = await startPushService()
  try {
    const number = await product.openNumber(CUSTOMERS)
    const devices: TestSubscriber[] = []
    for (let index = 0; index < agents; index++)
      devices.push(await openDevice(number, service.subscribe()))
    const postedAt: number[] = []
    const body = (index: number) => {
      postedAt[index] = wallClock()
      return textBody(number.account, number.customers[index % CUSTOMERS]!, `Message ${index}`)
    }
    await postAtRate(product, { rate, seconds: messages / rate, body })
    const isDone = (device: TestSubscriber) =>
      new Set(device.received.map(({ payload }) => payload.id)).size >= messages
    await waitFor(() => devices.every(isDone), { timeoutMs: 60_000, what: 'every push' })
    const times = devices.flatMap((device) =>
      device.received.map(
        ({ payload, at }) => at.getTime() - postedAt[Number(payload.body.split(' ')[1])]!,
      ),
    )
    const repeated = times.length - messages * agents
    return [
      plain(
        `message to push, ${messages} messages at ${rate}/s, ${agents} devices`,
        `p50 ${quantile(times, 0.5).toFixed(0)} ms`,
      ),
      atMost('  p95', quantile(times, 0.95), P95_MS, ' ms'),
      atMost('  pushes that were sent twice', repeated, 0, ''),
    ]
  } finally {
    await service.close()
  }
}

/** Signs an agent in without a browser, and registers a device that receives texts. */
async function openDevice(
  { scope }: BenchNumber,
  subscriber: TestSubscriber,
): Promise<TestSubscriber> {
  const { userId } = await createTestMember(scope, 'agent')
  const now = scope.clock.now()
  const session = { id: newId(), userId, ssoWorkspaceId: null, userAgent: null }
  await scope.db
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
  await scope.db
    .updateTable('push_devices')
    .set({ show_text: true })
    .where('id', '=', device.id)
    .execute()
  return subscriber
}
