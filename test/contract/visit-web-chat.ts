import type { Scope } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { newId } from '#lib/ids.ts'
import { createWebChat } from '#web-chats/create-web-chat.ts'

/** An operation of the visitor API: its method, its example and how to expect its success. */
type VisitedOperation = {
  method: string
  url: string
  example: string | undefined
  expectSuccess: (status: number, text: string) => void
}

/**
 * Executes every operation of the visitor API of a new web chat, on the ingest server. `find` returns an operation with
 * the path of the web chat.
 */
export async function visitWebChat(
  scope: Scope,
  ingest: App,
  find: (operationId: string, publicId: string) => VisitedOperation,
): Promise<void> {
  const origin = 'https://shop.example'
  const { public_id: publicId } = await createWebChat(scope, {
    name: 'Shop',
    allowed_origins: [origin],
  })
  let token = ''
  const visit = async (operationId: string) => {
    const { method, url, example, expectSuccess } = find(operationId, publicId)
    const answer = await ingest.inject({
      method: method as 'GET' | 'POST',
      url,
      ...(example !== undefined && { payload: example }),
      headers: {
        origin,
        authorization: `Bearer ${token}`,
        ...(example !== undefined && { 'content-type': 'application/json' }),
      },
    })
    expectSuccess(answer.statusCode, answer.body)
    return answer.body
  }
  await visit('getWebChatScript')
  await visit('getWebChatSettings')
  token = (JSON.parse(await visit('startWebChatSession')) as { token: string }).token
  await visit('postWebChatMessage')
  const file = find('postWebChatFile', publicId)
  const form = new FormData()
  form.append('id', newId())
  form.append(
    'file',
    new File(['%PDF-1.7 of the receipt'], 'receipt.pdf', { type: 'application/pdf' }),
  )
  const encoded = new Response(form)
  const { statusCode, body } = await ingest.inject({
    method: 'POST',
    url: file.url,
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: {
      origin,
      authorization: `Bearer ${token}`,
      'content-type': encoded.headers.get('content-type')!,
    },
  })
  file.expectSuccess(statusCode, body)
  await visit('reportWebChatTyping')
  await visit('listWebChatMessages')
  await visit('recordWebChatReceipt')
  const { url, expectSuccess } = find('streamWebChatMessages', publicId)
  const address = await ingest.listen({ host: '127.0.0.1', port: 0 })
  const stream = await fetch(`${address}${url}`, {
    headers: { origin, authorization: `Bearer ${token}` },
  })
  expectSuccess(stream.status, 'a stream')
  await stream.body!.cancel()
}
