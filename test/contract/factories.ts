import assert from 'node:assert/strict'
import type { Scope } from '#context.ts'
import type { Call } from '#test/app.ts'
import { createTestChat } from '#test/factories.ts'

/** Sends a message through the API, by default into a new conversation; returns the API's response. */
export async function sendTestMessage(
  call: Call,
  scope: Scope,
  key: string,
  conversationId?: string,
): Promise<{ id: string; conversation_id: string; person_id: string }> {
  const conversation_id = conversationId ?? (await createTestChat(scope)).id
  const { status, body, text } = await call('POST /api/v1/messages/send', {
    key,
    body: { conversation_id, message: 'Hello' },
  })
  assert.equal(status, 201, text)
  return body
}
