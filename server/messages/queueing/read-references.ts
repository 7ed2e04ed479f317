import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { notFound } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'
import { AppError, invalidField } from '#lib/errors.ts'
import { renderTemplate } from '#channels/templates/render-template.ts'
import type { ResolvedTarget } from './resolve-targets.ts'
import type { SendInput } from './read-send-input.ts'

/** The things that a send refers to: an uploaded file, and the text and category of its template when they are known. */
export type SendReferences = {
  upload: { mime_type: string; filename: string | null; size_bytes: number; sha256: string } | null
  templateText: string | null
  templateCategory: string | null
}

const nothing: SendReferences = { upload: null, templateText: null, templateCategory: null }

/**
 * Reads the messages, files and templates that `sends` refer to, with one query for each kind and none for plain texts.
 *
 * The returned function checks and returns the references of one send. It throws message_not_found, media_not_found,
 * template_not_usable and validation_failed.
 */
export async function readReferences(
  scope: Scope,
  sends: SendInput[],
  targets: (ResolvedTarget | AppError)[],
): Promise<(send: SendInput, target: ResolvedTarget) => SendReferences> {
  const isPlain = (send: SendInput) => !send.replyTo && !send.mediaId && !send.template
  if (sends.every(isPlain)) return () => nothing
  const [messages, uploads, templates] = await Promise.all([
    findMessages(
      scope,
      sends.flatMap((send) => send.replyTo ?? []),
    ),
    findUploads(
      scope,
      sends.flatMap((send) => send.mediaId ?? []),
    ),
    findTemplates(
      scope,
      sends.flatMap((send, index) => {
        const target = targets[index]
        return send.template && target && !(target instanceof AppError)
          ? [{ ...send.template, channelId: target.channelId }]
          : []
      }),
    ),
  ])
  return (send, target) => {
    if (send.replyTo) checkReply(send, target, messages.get(send.replyTo))
    const upload = send.mediaId ? (uploads.get(send.mediaId) ?? null) : null
    if (send.mediaId && !upload) throw notFound('media_uploads', send.mediaId)
    const { template } = send
    const known =
      template && templates.get(templateKey({ ...template, channelId: target.channelId }))
    if (known && known.status !== null && known.status !== 'APPROVED' && known.status !== 'FLAGGED')
      throw new AppError(
        'template_not_usable',
        `The template ${template.name} (${template.language}) is ${known.status.toLowerCase()}.`,
        {
          fields: [
            {
              field: 'template',
              code: 'template_not_usable',
              message: 'must name an approved template',
            },
          ],
        },
      )
    const templateText = known ? renderTemplate(known.components, template.components) : null
    return { upload, templateText, templateCategory: known?.category ?? null }
  }
}

type MessageRef = { id: string; chat_id: string; is_unsent: boolean }

function checkReply(send: SendInput, target: ResolvedTarget, found: MessageRef | undefined): void {
  if (!found) throw notFound('messages', send.replyTo!)
  const field = send.type === 'reaction' ? 'reaction.message_id' : 'reply_to'
  if (found.chat_id !== target.chatId)
    throw invalidField(field, 'must be a message of the same conversation')
  if (found.is_unsent) throw invalidField(field, 'must be a message that the platform accepted')
}

async function findMessages(scope: Scope, ids: string[]): Promise<Map<string, MessageRef>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<MessageRef>`
    select id, chat_id, status = 'failed' and platform_message_id is null as is_unsent from messages
    where workspace_id = ${scope.workspaceId} and id = any (${ids}::uuid[])`.execute(scope.db)
  return new Map(rows.map((row) => [row.id, row]))
}

async function findUploads(scope: Scope, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await selectFrom(scope, 'media_uploads')
    .select(['id', 'mime_type', 'filename', 'size_bytes', 'sha256'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

type TemplateKey = { channelId: string; name: string; language: string }

async function findTemplates(scope: Scope, keys: TemplateKey[]) {
  if (keys.length === 0) return new Map<string, never>()
  const asked = bulkRows('asked', keys, {
    channel_id: ['uuid', (key) => key.channelId],
    name: ['text', (key) => key.name],
    language: ['text', (key) => key.language],
  })
  const { rows } = await sql<{
    channel_id: string
    name: string
    language: string
    status: string | null
    category: string | null
    components: unknown
  }>`
    select channels.id as channel_id, templates.name, templates.language, status, category, components
    from ${asked}
    join channels on channels.workspace_id = ${scope.workspaceId} and channels.id = asked.channel_id
    join templates on templates.workspace_id = ${scope.workspaceId}
      and templates.name = asked.name and templates.language = asked.language
      and templates.business_account = channels.business_account`.execute(scope.db)
  return new Map(
    rows.map((row) => [templateKey({ ...row, channelId: row.channel_id }), row] as const),
  )
}

function templateKey({ channelId, name, language }: TemplateKey): string {
  return `${channelId} ${language} ${name}`
}
