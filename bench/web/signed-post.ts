import { createHmac } from 'node:crypto'

/** Brings a customer's text to the ingest server as the platform does. */
export async function signedPost(
  to: { ingestUrl: string; phoneNumberId: string; longChatRecipient: string },
  text: string,
): Promise<void> {
  const { longChatRecipient: from } = to
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '918055501234', phone_number_id: to.phoneNumberId },
    contacts: [{ profile: { name: 'Person 1' }, wa_id: from }],
    messages: [
      {
        from,
        id: `wamid.${text}`,
        timestamp: String(Math.floor(Date.now() / 1000)),
        type: 'text',
        text: { body: text },
      },
    ],
  }
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '77001122334455', changes: [{ value, field: 'messages' }] }],
  })
  const signature = createHmac('sha256', 'test_app_secret').update(body).digest('hex')
  const answer = await fetch(`${to.ingestUrl}/webhook/whatsapp`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
  })
  if (answer.status !== 200) throw new Error(`The ingest server answered ${answer.status}.`)
}
