import { cutText } from '#lib/cut-text.ts'
import { isBlank } from '#lib/is-blank.ts'
import type { Static } from 'typebox'
import { AppError, invalidField } from '#lib/errors.ts'
import { isLonger } from '#lib/is-longer.ts'
import { CAPTION_CHARACTERS_MAX, TEXT_CHARACTERS_MAX } from '#platforms/registry/sending-limits.ts'
import type { SentType } from '#shared/messages.ts'
import type { SendMessageBody } from '../schema.ts'
import { checkInteractive } from './check-interactive.ts'
import { checkText } from './check-text.ts'

/**
 * The content of a send. Without `type` it is a text, or follows from the media URL or the uploaded file. `content` is
 * the platform's object of the type, under its name.
 */
export type SendContent = {
  type?: SentType | undefined
  text: string | null
  mediaId?: string | undefined
  filename?: string | undefined
  content?: Record<string, unknown> | undefined
  template?: { name: string; language: string; components: unknown[] } | undefined
}

/** The fields of a send as a caller writes them, with aliases. */
export type SendFields = Static<typeof SendMessageBody>

const mediaTypes = ['image', 'video', 'audio', 'document', 'sticker']
const nodeTypes = ['template', 'interactive', 'reaction', 'location', 'contacts'] as const

/**
 * Reads the content of a send, checked as far as that needs no query. A file by URL whose text is too long for a
 * caption is sent as a text with the URL below it, so both together must fit into a message.
 *
 * @throws {AppError} validation_failed, naming the field
 */
export function readSendContent(
  fields: SendFields,
  text: { name: string; value: string } | undefined,
): SendContent {
  const type = readType(fields)
  const node = nodeTypes.find((each) => each === type)
  if (node) {
    if (text) throw invalidField(text.name, `cannot be combined with ${node}`)
    return readNode(node, fields)
  }
  const { media_url: url, media_id: id, filename } = fields
  const isFile = url !== undefined || id !== undefined
  if (filename !== undefined && !isFile) throw invalidField('filename', 'requires a file')
  // Compatibility: a file by URL needs a text, unless the type is given.
  if (!text && !(id !== undefined || (isFile && fields.type !== undefined)))
    throw noText('message', 'required', 'is required')
  if (text && isBlank(text.value)) throw noText(text.name, 'blank', 'must not be empty')
  if (text && fields.type === 'sticker')
    throw invalidField(text.name, 'cannot be combined with a sticker')
  if (text && id !== undefined) checkText(text.name, text.value, CAPTION_CHARACTERS_MAX)
  if (text && url !== undefined && isLonger(text.value, CAPTION_CHARACTERS_MAX)) {
    if (isLonger(`${text.value}\n${url}`, TEXT_CHARACTERS_MAX))
      throw invalidField(
        text.name,
        `must not be longer than ${TEXT_CHARACTERS_MAX} characters, including the URL of the file`,
      )
  }
  return { type, text: text?.value ?? null, mediaId: id?.toLowerCase(), filename }
}

/** Returns the type that is given or follows from the fields, after checking that they agree. */
function readType(fields: SendFields): SentType | undefined {
  const nodes = nodeTypes.filter((name) => fields[name] !== undefined)
  const files = (['media_url', 'media_id'] as const).filter((name) => fields[name] !== undefined)
  const named = [...nodes, ...files]
  if (named.length > 1) throw invalidField(named[1]!, `cannot be combined with ${named[0]!}`)
  const type = (fields.type ?? nodes[0]) as SentType | undefined
  if (type === undefined) return undefined
  const isNode = (nodeTypes as readonly string[]).includes(type)
  if (nodes[0] !== undefined && nodes[0] !== type)
    throw invalidField(nodes[0], `cannot be combined with type ${type}`)
  if (isNode && nodes.length === 0) throw invalidField(type, `is required for type ${type}`)
  const isMedia = mediaTypes.includes(type)
  if (isMedia && files.length === 0)
    throw invalidField('media_url', 'is required unless media_id is set')
  if (!isMedia && files.length > 0)
    throw invalidField(files[0]!, `cannot be combined with type ${type}`)
  if (fields.reply_to !== undefined && type === 'reaction')
    throw invalidField('reply_to', 'cannot be combined with reaction')
  return type
}

function readNode(type: (typeof nodeTypes)[number], fields: SendFields): SendContent {
  switch (type) {
    case 'template': {
      const { name, language, components = [] } = fields.template!
      const template = { name, language, components }
      const node = {
        name,
        language: { code: language },
        ...(components.length > 0 && { components }),
      }
      return { type, text: null, content: { template: node }, template }
    }
    case 'interactive':
      return {
        type,
        text: checkInteractive(fields.interactive!),
        content: { interactive: fields.interactive },
      }
    case 'reaction': {
      const { emoji } = fields.reaction!
      if ([...new Intl.Segmenter().segment(emoji)].length > 1 || /^[\s\p{L}\p{Nd}]+$/u.test(emoji))
        throw invalidField('reaction.emoji', 'must be a single emoji, or empty')
      return { type, text: emoji === '' ? null : emoji, content: { reaction: fields.reaction } }
    }
    case 'location': {
      const { name, address } = fields.location!
      return { type, text: name ?? address ?? null, content: { location: fields.location } }
    }
    case 'contacts': {
      const names = fields.contacts!.map((card, index) => nameOf(card, index))
      return { type, text: names.join(', '), content: { contacts: fields.contacts } }
    }
  }
}

function nameOf(card: Record<string, unknown>, index: number): string {
  const name = (card['name'] as { formatted_name?: unknown } | null | undefined)?.formatted_name
  if (typeof name !== 'string' || isBlank(name))
    throw invalidField(`contacts.${index}.name.formatted_name`, 'is required')
  return cutText(name, 200)
}

function noText(field: string, code: string, message: string): AppError {
  return new AppError('validation_failed', 'A text message requires a text.', {
    fields: [{ field, code, message }],
  })
}
