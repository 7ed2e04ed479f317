import { checkInteractive } from './check-interactive.ts'
import { badParameter } from './errors.ts'
import { isObject } from './is-object.ts'
import { toText } from './to-text.ts'

const MEDIA_TYPES = ['audio', 'document', 'image', 'sticker', 'video']
const CAPTIONED = ['document', 'image', 'video']

/** Checks the part of a message that belongs to its type; throws a refusal with code 100. */
export function checkNode(type: string, node: unknown): void {
  if (type === 'contacts') return checkContacts(node)
  if (!isObject(node)) throw missing(type)
  if (MEDIA_TYPES.includes(type)) checkMedia(type, node)
  if (type === 'text') requireText(node.body, "text['body']", 4096)
  if (type === 'template') {
    requireText(node.name, "template['name']", 512)
    requireText(
      isObject(node.language) ? node.language.code : undefined,
      "template['language']['code']",
      20,
    )
    if (node.components !== undefined && !Array.isArray(node.components)) {
      throw badParameter("Param template['components'] must be an array.")
    }
  }
  if (type === 'reaction') {
    requireText(node.message_id, "reaction['message_id']", 1024)
    const { emoji } = node
    if (emoji !== undefined && (typeof emoji !== 'string' || graphemes(emoji) > 1)) {
      throw badParameter("Param reaction['emoji'] must be one emoji, or empty to remove it.")
    }
  }
  if (type === 'interactive') checkInteractive(node)
  if (type === 'location') checkLocation(node)
}

/** Returns the refusal for a missing parameter. */
export function missing(name: string) {
  return badParameter(`The parameter ${name} is required.`)
}

/** Checks that a text exists and has at most `charactersMax` characters; throws a refusal with code 100. */
function requireText(value: unknown, name: string, charactersMax: number): void {
  if (typeof value !== 'string' || value === '') throw missing(name)
  if ([...value].length > charactersMax) {
    throw badParameter(`Param ${name} must be at most ${charactersMax} characters long.`)
  }
}

function checkMedia(type: string, node: Record<string, unknown>) {
  if ((node.id === undefined) === (node.link === undefined)) {
    throw badParameter(`Param ${type} must have either id or link.`)
  }
  if (node.link !== undefined) {
    const url = URL.canParse(toText(node.link)) ? new URL(toText(node.link)) : undefined
    if (!url || !['http:', 'https:'].includes(url.protocol)) {
      throw badParameter(`Param ${type}['link'] is not a valid URI.`)
    }
  }
  if (node.caption !== undefined) {
    if (!CAPTIONED.includes(type)) {
      throw badParameter(`Unexpected key "caption" on param "${type}".`)
    }
    if (node.caption !== '') requireText(node.caption, `${type}['caption']`, 1024)
  }
}

function checkLocation(node: Record<string, unknown>) {
  for (const [name, most] of [
    ['latitude', 90],
    ['longitude', 180],
  ] as const) {
    const value = node[name]
    if (value === undefined || value === '') throw missing(`location['${name}']`)
    if (!(Math.abs(Number(value)) <= most)) {
      throw badParameter(`Param location['${name}'] must be from -${most} to ${most}.`)
    }
  }
}

function checkContacts(node: unknown) {
  if (!Array.isArray(node) || node.length === 0) throw missing('contacts')
  for (const [index, contact] of node.entries()) {
    const name: unknown = isObject(contact) ? contact.name : undefined
    const formatted = isObject(name) ? name.formatted_name : undefined
    requireText(formatted, `contacts[${index}]['name']['formatted_name']`, 1024)
  }
}

function graphemes(text: string): number {
  return [...new Intl.Segmenter().segment(text)].length
}
