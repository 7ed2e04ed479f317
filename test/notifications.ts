import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Context, Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { createSafeFetch } from '#lib/outgoing/safe-fetch.ts'
import { customerUrlRules } from '#lib/outgoing/customer-url-rules.ts'
import { payloadOf, textFrom } from '#platforms/fixtures/payload-of.ts'
import { createPushLane } from '#notifications/pushing/create-push-lane.ts'
import { createPushSender } from '#notifications/pushing/push-sender.ts'
import { createNotifyLane } from '#notifications/recording/create-notify-lane.ts'
import type { Call } from './app.ts'
import { newWaId, openInbound } from './inbound.ts'
import { startPushService } from './push-service.ts'
import type { TestSubscriber } from './push-service.ts'
import { signInTestMember } from './session.ts'

/**
 * Opens the lanes of notifications without a worker, and a push service. `work` notifies the members of a workspace and
 * sends what is due; `subscribe` registers a browser for a session, and `open` creates a workspace.
 */
export async function openNotifications(context: Context, call: Call) {
  const service = await startPushService()
  const { fetch, close } = createSafeFetch(customerUrlRules(context.config))
  after(() => Promise.all([service.close(), close()]))
  const notify = createNotifyLane(context)
  const push = createPushLane(context, { send: createPushSender(context, fetch) })
  const { signal } = new AbortController()

  const record = ({ workspaceId }: Pick<Scope, 'workspaceId'>) =>
    notify.work({ workspaceId, targetId: workspaceId, leaseToken: newId(), wakes: 0 }, signal)

  async function send(scope: Scope): Promise<void> {
    const rows = await scope.db
      .selectFrom('notification_pushes')
      .select('device_id')
      .distinct()
      .where('workspace_id', '=', scope.workspaceId)
      .execute()
    for (const { device_id: targetId } of rows)
      await push.work(
        { workspaceId: scope.workspaceId, targetId, leaseToken: newId(), wakes: 0 },
        signal,
      )
  }

  const inbound = openInbound(context)

  async function subscribe(
    headers: Record<string, string>,
  ): Promise<TestSubscriber & { deviceId: string }> {
    const subscriber = service.subscribe()
    const body = subscriber.subscription
    const answer = await call('POST /api/app/push-devices', { headers, body })
    assert.equal(answer.status, 200, answer.text)
    return Object.assign(subscriber, { deviceId: answer.body.id as string })
  }

  /** Opens a workspace with two agents, of whom one has a device; `receive` is a message of one customer, `deliver` any payload. */
  async function open() {
    const place = await inbound.open()
    const { scope, account } = place
    const [ada, ben] = [
      await signInTestMember(call, scope, 'agent'),
      await signInTestMember(call, scope, 'agent'),
    ]
    const device = await subscribe(ada.headers)
    const customer = newWaId()
    const receive = (text: string, from = customer) =>
      place.receive(payloadOf(account, textFrom(from, text)))
    const chatId = async () => {
      const { body } = await call('GET /api/v1/chats', { headers: ada.headers })
      return body.data[0].id as string
    }
    const patch = (path: string, headers: Record<string, string>, body: object) =>
      call(`PATCH ${path}`, { headers, body })
    return { scope, account, ada, ben, device, receive, deliver: place.receive, chatId, patch }
  }

  return {
    service,
    record,
    send,
    open,
    subscribe,
    work: async (scope: Scope): Promise<void> => {
      await record(scope)
      await send(scope)
    },
  }
}
