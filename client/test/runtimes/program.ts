import type * as Client from '#client/index.ts'

/** The server to call, and a webhook that it delivered. */
export type Input = {
  url: string
  apiKey: string
  phone: string
  webhook: { body: string; header: string; secret: string }
}

/** Uses what the client has, with nothing that is not in every runtime, and returns what happened. */
export async function runProgram(client: typeof Client, input: Input): Promise<string[]> {
  const { Parley, ParleyError, SignatureError, webhooks } = client
  const parley = new Parley({ apiKey: input.apiKey, baseUrl: input.url })
  const contact = await parley.contacts.createContact({ name: 'Meera', phone_e164: input.phone })
  const refused = await parley.contacts.createContact({ phone_e164: 'no number' }).then(
    () => 'nothing',
    (err: unknown) =>
      err instanceof ParleyError && err.is('invalid_phone') ? String(err.status) : String(err),
  )
  const ids: string[] = []
  for await (const { id } of parley.conversations.listConversations({ limit: 1 })) ids.push(id)
  const message = { conversation_id: ids[0]!, message: 'Hello' }
  const { text } = await parley.messages.sendMessage(message)
  // Node 20.0.0 has no global File.
  const file = Object.assign(new Blob(['hello'], { type: 'text/plain' }), { name: 'hello.txt' })
  const media = await parley.messages.uploadMedia({ file })
  const { body, header, secret } = input.webhook
  const event = await webhooks.verify(body, header, secret)
  const forged = await webhooks.verify(`${body} `, header, secret).then(
    () => 'accepted',
    (err: unknown) => (err instanceof SignatureError ? 'refused' : String(err)),
  )
  let streamed = ''
  for await (const each of parley.events.streamEvents({ since: '2020-01-01T00:00:00Z' })) {
    if (each.event.type !== 'contact.created' || each.event.data.id !== contact.id) continue
    streamed = each.event.type
    break
  }
  return [
    `created ${contact.name}`,
    `refused ${refused}`,
    `conversations ${ids.length}`,
    `sent ${text}`,
    `uploaded ${media.filename}`,
    `verified ${event.type}`,
    `forged ${forged}`,
    `streamed ${streamed}`,
  ]
}
