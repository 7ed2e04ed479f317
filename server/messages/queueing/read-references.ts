import { sql } from 'kysely'
import type { Context, InWorkspace } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { notFound } from '#db/get-by-id.ts'
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
  context: Context,
  sends: InWorkspace<SendInput>[],
  targets: (ResolvedTarget | AppError)[],
): Promise<(send: InWorkspace<SendInput>, target: ResolvedTarget) => SendReferences> {
  const isPlain = (send: SendInput) => !send.replyTo && !send.mediaId && !send.template
  if (sends.every(isPlain)) return () => nothing
  const [messages, uploads, templates] = await Promise.all([
    findMessages(
      context,
      sends.flatMap(({ workspaceId, replyTo: id }) => (id ? { workspaceId, id } : [])),
    ),
    findUploads(
      context,
      sends.flatMap(({ workspaceId, mediaId: id }) => (id ? { workspaceId, id } : [])),
    ),
    findTemplates(
      context,
      sends.flatMap((send, index) => {
        const target = targets[index]
        return send.template && target && !(target instanceof AppError)
          ? [{ ...send.template, workspaceId: send.workspaceId, channelId: target.channelId }]
          : []
      }),
    ),
  ])
  return (send, target) => {
    const { workspaceId } = send
    if (send.replyTo)
      checkReply(send, target, messages.get(refKey({ workspaceId, id: send.replyTo })))
    const upload = send.mediaId
      ? (uploads.get(refKey({ workspaceId, id: send.mediaId })) ?? null)
      : null
    if (send.mediaId && !upload) throw notFound('media_uploads', send.mediaId)
    const { template } = send
    const known =
      template &&
      templates.get(templateKey({ ...template, workspaceId, channelId: target.channelId }))
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

type Ref = InWorkspace<{ id: string }>

function refKey({ workspaceId, id }: Ref): string {
  return `${workspaceId} ${id}`
}

/** Returns given ids, each with its workspace, as the source `asked` of a query. */
function refRows(refs: Ref[]) {
  return bulkRows('asked', refs, {
    workspace_id: ['uuid', (each) => each.workspaceId],
    id: ['uuid', (each) => each.id],
  })
}

async function findMessages({ db }: Context, refs: Ref[]): Promise<Map<string, MessageRef>> {
  if (refs.length === 0) return new Map()
  const { rows } = await sql<InWorkspace<MessageRef>>`
    select asked.workspace_id as "workspaceId", messages.id, chat_id,
      status = 'failed' and platform_message_id is null as is_unsent
    from ${refRows(refs)}
    join messages on messages.workspace_id = asked.workspace_id and messages.id = asked.id`.execute(
    db,
  )
  return new Map(rows.map((row) => [refKey(row), row]))
}

async function findUploads({ db }: Context, refs: Ref[]) {
  if (refs.length === 0) return new Map<string, never>()
  const { rows } = await sql<InWorkspace<NonNullable<SendReferences['upload']> & { id: string }>>`
    select asked.workspace_id as "workspaceId", upload.id, mime_type, filename, size_bytes, sha256
    from ${refRows(refs)}
    join media_uploads as upload on upload.workspace_id = asked.workspace_id and upload.id = asked.id`.execute(
    db,
  )
  return new Map(rows.map((row) => [refKey(row), row]))
}

type TemplateKey = InWorkspace<{ channelId: string; name: string; language: string }>

async function findTemplates({ db }: Context, keys: TemplateKey[]) {
  if (keys.length === 0) return new Map<string, never>()
  const asked = bulkRows('asked', keys, {
    workspace_id: ['uuid', (key) => key.workspaceId],
    channel_id: ['uuid', (key) => key.channelId],
    name: ['text', (key) => key.name],
    language: ['text', (key) => key.language],
  })
  const { rows } = await sql<{
    workspaceId: string
    channel_id: string
    name: string
    language: string
    status: string | null
    category: string | null
    components: unknown
  }>`
    select asked.workspace_id as "workspaceId", channels.id as channel_id, templates.name, templates.language, status, category, components
    from ${asked}
    join channels on channels.workspace_id = asked.workspace_id and channels.id = asked.channel_id
    join templates on templates.workspace_id = asked.workspace_id
      and templates.name = asked.name and templates.language = asked.language
      and templates.business_account = channels.business_account`.execute(db)
  return new Map(
    rows.map((row) => [templateKey({ ...row, channelId: row.channel_id }), row] as const),
  )
}

function templateKey({ workspaceId, channelId, name, language }: TemplateKey): string {
  return `${workspaceId} ${channelId} ${language} ${name}`
}
