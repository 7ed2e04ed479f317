import assert from 'node:assert/strict'
import { disconnectChannel } from '#channels/disconnect-channel.ts'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import type { Call } from '#test/app.ts'
import { createTestChannel, createTestChat } from '#test/factories.ts'

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

/**
 * Starts bulk actions that no worker works on, and creates drafts. Returns by route how each POST route of these, of batches and of
 * custom fields can be called: its path, and its body if it needs one.
 */
export async function preparePosts(
  call: Call,
  key: string,
  chatId: string,
): Promise<{ paths: Record<string, string>; bodies: Record<string, Record<string, unknown>> }> {
  const survivor = await call('POST /api/v1/contacts', { key, body: { name: 'Survivor' } })
  const actions = {
    chats: { action: 'close', ids: [chatId] },
    tickets: { action: 'set_status', status: 'solved', ids: [newId()] },
    contacts: { action: 'merge', survivor_id: survivor.body.id, ids: [newId()] },
  }
  const paths: Record<string, string> = {}
  const bodies: Record<string, Record<string, unknown>> = {}
  for (const [subject, body] of Object.entries(actions)) {
    const url = `/api/v1/${subject}/bulk-actions`
    bodies[url] = body
    paths[url] = url
  }
  for (const move of ['cancel', 'undo']) {
    const body = { ...actions.tickets, ids: Array.from({ length: 101 }, () => newId()) }
    const answer = await call('POST /api/v1/tickets/bulk-actions', { key, body })
    assert.equal(answer.body.status, 'running', answer.text)
    paths[`/api/v1/bulk-actions/:id/${move}`] = `/api/v1/bulk-actions/${answer.body.id}/${move}`
  }
  bodies['/api/v1/contacts/batch'] = { items: [{ name: 'A' }, { name: 'B' }] }
  bodies['/api/v1/messages/batch'] = { items: [{ conversation_id: chatId, message: 'Hello' }] }
  for (const url of ['/api/v1/contacts/batch', '/api/v1/messages/batch']) paths[url] = url
  bodies['/api/v1/custom-fields'] = { key: 'hello', type: 'text' }
  paths['/api/v1/custom-fields'] = '/api/v1/custom-fields'
  const draft = { conversation_id: chatId, text: 'Hello' }
  bodies['/api/v1/drafts'] = draft
  paths['/api/v1/drafts'] = '/api/v1/drafts'
  for (const move of ['send', 'discard']) {
    const { body } = await call('POST /api/v1/drafts', { key, body: draft })
    paths[`/api/v1/drafts/:id/${move}`] = `/api/v1/drafts/${body.id}/${move}`
  }
  return { paths, bodies }
}

/**
 * Creates channels and web chats, of each one that is disconnected. Returns by route how their POST routes can be called that
 * call no platform.
 */
export async function prepareChannels(
  call: Call,
  scope: Scope,
  headers: Record<string, string>,
): Promise<Awaited<ReturnType<typeof preparePosts>>> {
  const url = '/api/developer/web-chats'
  const body = { name: 'Shop', allowed_origins: ['https://shop.example'] }
  const [open, ended] = await Promise.all(
    [1, 2].map(async () => (await call(`POST ${url}`, { headers, body })).body.id as string),
  )
  const [channel, former] = [await createTestChannel(scope), await createTestChannel(scope)]
  for (const id of [ended!, former.id]) await disconnectChannel(scope, id)
  return {
    bodies: { [url]: body },
    paths: {
      '/api/developer/channels/:id/disconnect': `/api/developer/channels/${channel.id}/disconnect`,
      '/api/developer/channels/:id/release': `/api/developer/channels/${former.id}/release`,
      [url]: url,
      [`${url}/:id/rotate-secret`]: `${url}/${open}/rotate-secret`,
      [`${url}/:id/reconnect`]: `${url}/${ended}/reconnect`,
    },
  }
}

/** Starts a bulk action that no worker works on, and returns its id. */
export async function startTestBulk(call: Call, key: string): Promise<string> {
  const answer = await call('POST /api/v1/tickets/bulk-actions', {
    key,
    body: {
      action: 'set_status',
      status: 'solved',
      ids: Array.from({ length: 101 }, () => newId()),
    },
  })
  assert.equal(answer.body.status, 'running', answer.text)
  return answer.body.id
}
