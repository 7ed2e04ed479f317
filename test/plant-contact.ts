import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { encryptBody } from '#account/mail/encrypt-body.ts'
import { insertRow } from '#db/insert-row.ts'
import { newId } from '#lib/ids.ts'
import { mediaKey } from '#media/media-storage.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { payloadOf, statusOf, textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import type { Call } from './app.ts'
import { csvUpload } from './csv-upload.ts'
import { createTestKey } from './factories.ts'
import { messageOf, newWaId } from './inbound.ts'
import type { openInbound } from './inbound.ts'
import { signInTestMember } from './session.ts'
import { storeTestUpload } from './uploads.ts'

/** Creates a customer about whom something is stored in every personal column, beside another customer. */
export async function plantContact(
  { call, storage }: { call: Call; storage: MediaStorage },
  inbound: Awaited<ReturnType<ReturnType<typeof openInbound>['open']>>,
) {
  const { scope, account, receive, channel, workspaceId } = inbound
  const key = await createTestKey(scope, ['*'])
  const [waId, otherWaId] = [newWaId(), newWaId()]
  await createEndpoint(scope, {
    url: 'https://hooks.example.com/in',
    events: ['message.received', 'contact.created'],
  })
  const inboundId = wamid()
  await receive(
    payloadOf(
      account,
      textFrom(waId, 'my own words', { name: 'Asha Quartz', id: inboundId }),
      textFrom(otherWaId, 'words of somebody else', { name: 'Binod Basalt' }),
    ),
  )
  const { person_id: personId, conversation_id: chatId } = await messageOf(scope, inboundId)
  const email = `asha-${waId}@example.com`
  await call(`PATCH /api/v1/contacts/${personId}`, {
    key,
    body: { email, fields: { code: 'C-1' } },
  })
  const merged = await call('POST /api/v1/contacts', {
    key,
    body: { name: 'Asha Old', phone_e164: `+${newWaId()}` },
  })
  const merge = await call(`POST /api/v1/contacts/${personId}/merge`, {
    key,
    body: { other_id: merged.body.id },
  })
  assert.equal(merge.status, 201, merge.text)
  await sql`
    update people set campaign = 'spring', language = 'hi', blocked_reason = 'spam' where workspace_id = ${workspaceId} and id = ${personId}`.execute(
    scope.db,
  )
  const rated = { round_at: new Date(), asked_at: new Date(), created_at: new Date() }
  await insertRow(scope, 'csat_requests', {
    id: newId(),
    chat_id: chatId,
    channel_id: channel.id,
    state: 'answered',
    rating: 4,
    comment: 'Asha was content',
    ...rated,
  })
  const ticketFileId = await storeTestUpload(scope, {
    filename: 'receipt.pdf',
    text: 'bytes of a receipt',
    storage,
  })
  const ticket = await call('POST /api/v1/tickets', {
    key,
    body: {
      person_id: personId,
      conversation_id: chatId,
      title: 'Broken kettle',
      priority: 'low',
      description: 'The lid does not close.',
      media_ids: [ticketFileId],
    },
  })
  assert.equal(ticket.status, 201, ticket.text)
  const comment = await call(`POST /api/v1/tickets/${ticket.body.id}/comments`, {
    key,
    body: { text: 'Ask for a photo' },
  })
  await call(`PATCH /api/v1/ticket-comments/${comment.body.id}`, {
    key,
    body: { text: 'Asked for a photo' },
  })
  await call(`POST /api/v1/contacts/${personId}/notes`, { key, body: { text: 'prefers tea' } })
  await call(`POST /api/v1/chats/${chatId}/notes`, { key, body: { text: 'call on Monday' } })
  await call('POST /api/v1/drafts', {
    key,
    body: { conversation_id: chatId, text: 'we could call' },
  })
  await call(`PATCH /api/v1/chats/${chatId}`, { key, body: { status: 'closed' } })
  await call(`GET /api/v1/contacts/export.csv?q=${encodeURIComponent(email)}`, { key })
  const sent = await call('POST /api/v1/messages/send', {
    key,
    body: { conversation_id: chatId, message: 'our answer' },
  })
  assert.equal(sent.status, 201, sent.text)
  const sentId = wamid()
  await sql`
    update messages set status = 'sent', platform_message_id = ${sentId}, send_due_at = null
    where workspace_id = ${workspaceId} and id = ${sent.body.id}`.execute(scope.db)
  await receive(
    payloadOf(account, statusOf(sentId, 'delivered', 1_790_000_000, { recipient_id: waId })),
  )
  const upload = await call('POST /api/v1/imports', {
    key,
    ...csvUpload(`Name,Email\nChitra,c@example.com\nAsha,${email}\n`),
  })
  await call('POST /api/v1/views', {
    ...(await signInTestMember(call, scope)),
    body: {
      subject: 'contacts',
      name: 'About Asha Quartz',
      filters: { q: email },
      is_shared: true,
    },
  })
  const at = scope.clock.now()
  const [fileId, uploadId, mailId, formId, formPayloadId] = [
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
  ]
  await storage.write(mediaKey(workspaceId, fileId), bytesOf('bytes of a photo'))
  await storage.write(mediaKey(workspaceId, uploadId), bytesOf('bytes of a quote'))
  const about = JSON.stringify({ about: `+${waId}` })
  const body = encryptBody(scope, { workspace_id: workspaceId, id: mailId }, `They wrote +${waId}`)
  for (const statement of [
    sql`insert into media_files (workspace_id, id, channel_id, message_id, filename, status, size_bytes, due_at, created_at)
      values (${workspaceId}, ${fileId}, ${channel.id}, ${(await messageOf(scope, inboundId)).id}, 'Foto é.png', 'stored', 16, ${at}, ${at})`,
    sql`insert into media_uploads (workspace_id, id, mime_type, filename, size_bytes, sha256, created_at)
      values (${workspaceId}, ${uploadId}, 'application/pdf', 'quote.pdf', 16, 'x', ${at})`,
    sql`insert into media_upload_copies (workspace_id, upload_id, channel_id, platform_media_id, expires_at)
      values (${workspaceId}, ${uploadId}, ${channel.id}, 'copy-1', ${at})`,
    sql`update messages set media = ${JSON.stringify({ id: uploadId })}
      where workspace_id = ${workspaceId} and id = ${sent.body.id}`,
    sql`insert into message_attempts (workspace_id, message_id, id, started_at)
      values (${workspaceId}, ${sent.body.id}, ${newId()}, ${at})`,
    sql`insert into message_updates (workspace_id, channel_id, id, kind, platform_update_id, platform_message_id, direction, actor, person_id, text, occurred_at)
      values (${workspaceId}, ${channel.id}, ${newId()}, 'reaction', 'u-1', ${sentId}, 'inbound', ${waId}, ${personId}, '👍', ${at})`,
    sql`insert into message_statuses (workspace_id, channel_id, platform_message_id, status, occurred_at, details)
      values (${workspaceId}, ${channel.id}, 'parked', 'sent', ${at}, ${JSON.stringify({ recipient_id: waId })})`,
    sql`insert into chat_watermarks (workspace_id, channel_id, recipient) values (${workspaceId}, ${channel.id}, ${waId})`,
    sql`insert into identities (workspace_id, kind, value, person_id, created_at)
      values (${workspaceId}, 'web_chat_id', ${`${account}:user:u-1`}, ${personId}, ${at})`,
    sql`insert into web_chat_sessions (workspace_id, id, channel_id, address, former_addresses, name, email, phone_e164, created_at, last_seen_at)
      values (${workspaceId}, ${newId()}, ${channel.id}, 'user:u-1', '{visitor:u-0}', 'Asha Quartz', ${email}, ${`+${waId}`}, ${at}, ${at})`,
    sql`insert into mails (workspace_id, id, recipient, subject, body, due_at, created_at)
      values (${workspaceId}, ${mailId}, 'agent@example.com', 'You were mentioned', ${body}, ${at}, ${at})`,
    sql`insert into notices (workspace_id, id, kind, data, created_at) values (${workspaceId}, ${newId()}, 'test', ${about}, ${at})`,
    sql`insert into channel_events (workspace_id, id, fingerprint, field, data, occurred_at, created_at)
      values (${workspaceId}, ${newId()}, 'x', 'user_preferences', ${about}, ${at}, ${at})`,
    sql`insert into forms (workspace_id, id, name, provider, created_at) values (${workspaceId}, ${formId}, 'Form', 'generic', ${at})`,
    sql`insert into inbound_payloads (workspace_id, id, platform, form_id, body, content_type, status, due_at, received_at, outcome)
      values (${workspaceId}, ${formPayloadId}, 'form', ${formId}, ${Buffer.from(JSON.stringify({ email }))}, 'application/json', 'processed', ${at}, ${at}, '[]')`,
    sql`insert into form_submissions (workspace_id, form_id, fingerprint, payload_id, seen_at)
      values (${workspaceId}, ${formId}, 'key:order-1', ${formPayloadId}, ${at})`,
    sql`insert into import_rejects (workspace_id, import_id, row_number, code, message, cells)
      values (${workspaceId}, ${upload.body.id}, 3, 'invalid', 'Bad', ${[email]})`,
  ])
    await statement.execute(scope.db)
  const delivery = await scope.db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  await sql`
    insert into webhook_attempts (workspace_id, delivery_id, number, started_at, duration_ms, request_headers)
    values (${workspaceId}, ${delivery.id}, 1, ${at}, 5, '{}')`.execute(scope.db)
  return {
    ...inbound,
    key,
    waId,
    otherWaId,
    email,
    personId,
    chatId,
    fileId,
    uploadId,
    ticketFileId,
    mergedId: merged.body.id as string,
  }
}

async function* bytesOf(text: string) {
  yield Buffer.from(text)
}
