import type { Recipient } from '../webhooks/envelope.ts'
import { badParameter } from './errors.ts'

/** A send request whose shape is right. */
export interface SendRequest {
  type: string
  recipient: Recipient
  opaqueData: string | null
}

const TYPES = [
  'audio',
  'contacts',
  'document',
  'image',
  'interactive',
  'location',
  'reaction',
  'sticker',
  'template',
  'text',
  'video',
]
const MEDIA_TYPES = ['audio', 'document', 'image', 'sticker', 'video']
const USER_ID = /^[A-Z]{2}\.(ENT\.)?[0-9A-Za-z]{1,128}$/

/** Gives a JSON body's fields; throws the platform's refusal unless it is an object. */
export function toFields(body: unknown): Record<string, unknown> {
  if (!isObject(body))
    throw badParameter('Invalid parameter', 'The request body is no JSON object.')
  if (body.messaging_product === undefined) throw missing('messaging_product')
  if (body.messaging_product !== 'whatsapp') {
    throw badParameter("Param messaging_product must be 'whatsapp'.")
  }
  return body
}

/** Gives a checked send request; throws a refusal with code 100 that names the parameter. */
export function toSendRequest(body: Record<string, unknown>): SendRequest {
  if (body.recipient_type === 'group') {
    throw badParameter('Invalid parameter', 'The simulator knows no groups yet.')
  }
  const recipient = toRecipient(body)
  // The platform takes `text` for granted; its own examples also leave out `type` for others.
  const type = body.type ?? TYPES.find((name) => body[name] !== undefined) ?? 'text'
  if (typeof type !== 'string' || !TYPES.includes(type)) {
    throw badParameter(`Param type must be one of {${TYPES.join(', ').toUpperCase()}}.`)
  }
  checkNode(type, body[type])
  return { type, recipient, opaqueData: toOpaqueData(body.biz_opaque_callback_data) }
}

function toRecipient({ to, recipient }: Record<string, unknown>): Recipient {
  if (typeof to === 'string' && to !== '') {
    const waId = to.replace(/[\s()+-]/g, '')
    if (!/^\d{5,20}$/.test(waId)) throw badParameter('Param to must be a phone number.')
    return { input: to, waId, userId: null }
  }
  if (typeof recipient === 'string' && USER_ID.test(recipient)) {
    return { input: recipient, waId: null, userId: recipient }
  }
  throw missing('to')
}

function toOpaqueData(value: unknown): string | null {
  if (value === undefined) return null
  if (typeof value !== 'string' || value.length > 512) {
    throw badParameter('Param biz_opaque_callback_data must be a string of at most 512 characters.')
  }
  return value
}

function checkNode(type: string, node: unknown) {
  if (type === 'contacts') {
    if (!Array.isArray(node) || node.length === 0) throw missing('contacts')
    return
  }
  if (!isObject(node)) throw missing(type)
  if (MEDIA_TYPES.includes(type)) {
    if ((node.id === undefined) === (node.link === undefined)) {
      throw badParameter(`Param ${type} must have either id or link.`)
    }
    return
  }
  if (type === 'text') {
    requireText(node.body, "text['body']")
    if ([...(node.body as string)].length > 4096) {
      throw badParameter("Param text['body'] must be at most 4096 characters long.")
    }
  }
  if (type === 'template') {
    requireText(node.name, "template['name']")
    requireText(isObject(node.language) && node.language.code, "template['language']['code']")
  }
  if (type === 'reaction') requireText(node.message_id, "reaction['message_id']")
  if (type === 'interactive') requireText(node.type, "interactive['type']")
  if (type === 'location') {
    if (node.latitude === undefined) throw missing("location['latitude']")
    if (node.longitude === undefined) throw missing("location['longitude']")
  }
}

function requireText(value: unknown, name: string) {
  if (typeof value !== 'string' || value === '') throw missing(name)
}

function missing(name: string) {
  return badParameter(`The parameter ${name} is required.`)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
