import { after } from 'node:test'
import type { Call } from '#test/app.ts'
import { testPhone } from '#test/factories.ts'
import { startReceiver } from '#test/receiver.ts'

/** A delivered webhook: its raw body, its signature header and the secret of its endpoint. */
type CaughtWebhook = { body: string; header: string; secret: string }

/** Registers an endpoint, creates a contact named Hook, and returns the webhook that reports it. */
export async function catchWebhook(admin: Call, api: Call): Promise<CaughtWebhook> {
  const receiver = await startReceiver()
  after(() => receiver.close())
  const endpoint = { url: `${receiver.url}/hook`, events: ['contact.created'] }
  const { body: registered } = await admin('POST /api/developer/webhooks', { body: endpoint })
  await api('POST /api/v1/contacts', { body: { name: 'Hook', phone_e164: testPhone() } })
  const [delivery] = await receiver.waitFor(1)
  return {
    body: delivery!.body.toString(),
    header: delivery!.headers['x-service-signature'] as string,
    secret: registered.secret as string,
  }
}
