import { parseJson } from '#lib/parse-json.ts'
import { cutText } from '#lib/cut-text.ts'
import type { PlatformMedia } from '../item.ts'
import { toList, toRecord, toStorable, toText } from '../to-storable.ts'

/** Content of a message: its type as the API names it, its text, its file, and the rest of the platform's node. */
type Content = {
  type: string
  text: string | null
  media: PlatformMedia | null
  content: unknown
}

const mediaTypes = new Set(['image', 'video', 'audio', 'document', 'sticker'])
const otherTypes = new Set([
  'text',
  'location',
  'contacts',
  'interactive',
  'button',
  'order',
  'template',
])
/** Types that come from the platform rather than the customer. */
const systemTypes = new Set(['system', 'request_welcome'])
/** Keys that have columns of their own, or are of no use without the payload. */
const envelopeKeys = new Set([
  'from',
  'from_user_id',
  'from_parent_user_id',
  'to',
  'to_user_id',
  'to_parent_user_id',
  'id',
  'timestamp',
  'type',
  'text',
  'group_id',
  'history_context',
  'rendered',
])
const TEXT_CHARACTERS_MAX = 65_536

/** Parses the content of a message node. An unknown type becomes `unsupported` and keeps the whole node. */
export function parseContent(node: Record<string, unknown>): Content {
  const given = typeOf(node)
  const body = toRecord(node[given])
  const isMedia = mediaTypes.has(given) && (body['id'] !== undefined || body['url'] !== undefined)
  const rest = Object.entries(node).filter(
    ([key]) => !envelopeKeys.has(key) && !(isMedia && key === given),
  )
  const isKnown = isMedia || otherTypes.has(given)
  const type = systemTypes.has(given) ? 'system' : isKnown ? given : 'unsupported'
  const kept = isKnown || given === 'unsupported' ? rest : [['type', given], ...rest]
  return {
    type: given === 'media_placeholder' ? 'placeholder' : type,
    text: textOf(given, node),
    media: isMedia ? toMedia(body) : null,
    content: kept.length > 0 ? toStorable(Object.fromEntries(kept)) : null,
  }
}

/** Returns the text of a message: its body, its caption, or the title of the choice. */
function textOf(type: string, node: Record<string, unknown>): string | null {
  const body = toRecord(node[type])
  const reply = toRecord(body[typeof body['type'] === 'string' ? body['type'] : ''])
  const words: Record<string, () => unknown> = {
    text: () => body['body'],
    image: () => captionOf(body),
    video: () => captionOf(body),
    document: () => captionOf(body),
    audio: () => captionOf(body),
    template: () => node['rendered'],
    button: () => body['text'],
    interactive: () =>
      permissionText(body) ??
      answersText(reply) ??
      reply['title'] ??
      reply['body'] ??
      toRecord(body['body'])['text'],
    order: () => body['text'],
    system: () => body['body'],
    location: () => body['name'] ?? body['address'],
    contacts: () =>
      toList(node['contacts'])
        .flatMap((each) => cardName(toRecord(toRecord(each)['name'])) || [])
        .join(', '),
  }
  const text = words[type]?.()
  if (typeof text !== 'string') return null
  // An empty text is still a text; an empty caption is none.
  if (text === '') return type === 'text' ? '' : null
  return toStorable(cutText(text, TEXT_CHARACTERS_MAX)) as string
}

/** Returns the name of a contact card; some apps send only its parts. */
function cardName(name: Record<string, unknown>): string {
  const parts = ['prefix', 'first_name', 'middle_name', 'last_name', 'suffix']
  const joined = parts.flatMap((part) => toText(name[part], 200) ?? []).join(' ')
  return toText(name['formatted_name'], 200) ?? joined
}

/** Returns the type of a node; some samples of the documentation leave it out. */
function typeOf(node: Record<string, unknown>): string {
  if (typeof node['type'] === 'string') return node['type']
  return node['interactive'] === undefined ? '' : 'interactive'
}

/** Returns the caption of a file, followed by its address where another app sent it by a link. */
function captionOf({ caption, link }: Record<string, unknown>): unknown {
  if (typeof link !== 'string') return caption
  return typeof caption === 'string' ? `${caption}\n${link}` : link
}

/** Returns an answer to a request to call as a sentence. An automatic refusal withdraws an earlier permission. */
function permissionText(interactive: Record<string, unknown>): string | undefined {
  if (interactive['type'] !== 'call_permission_reply') return undefined
  const { response, response_source: source } = toRecord(interactive['call_permission_reply'])
  if (response === 'accept') return 'Permission to call granted'
  return source === 'automatic' ? 'Permission to call withdrawn' : 'Permission to call declined'
}

/**
 * Returns the answers of a flow, a line each, after the text of the message. They arrive as JSON in a text; `flow_token` is the
 * business's own, and files and other objects stay in the content. Source: Cloud API, "Receiving flow responses".
 */
function answersText({ body, response_json: json }: Record<string, unknown>): string | undefined {
  if (typeof json !== 'string') return undefined
  const answers = Object.entries(toRecord(parseJson(json))).flatMap(([name, value]) => {
    const texts = (Array.isArray(value) ? value : [value]).filter(
      (each) => each !== '' && typeof each !== 'object',
    )
    if (name === 'flow_token' || texts.length === 0) return []
    return [`${name.replaceAll('_', ' ')}: ${texts.join(', ')}`]
  })
  if (answers.length === 0) return undefined
  return [...(typeof body === 'string' && body !== '' ? [body] : []), ...answers].join('\n')
}

function toMedia(body: Record<string, unknown>): PlatformMedia {
  const { voice, animated } = body
  const id = typeof body['id'] === 'number' ? String(body['id']) : body['id']
  return {
    platformMediaId: toText(id, 512),
    url: toText(body['url'], 4096),
    mimeType: toText(body['mime_type'], 200),
    filename: toText(body['filename'], 500),
    sha256: toText(body['sha256'], 100),
    details: {
      ...(typeof voice === 'boolean' && { voice }),
      ...(typeof animated === 'boolean' && { animated }),
    },
  }
}
