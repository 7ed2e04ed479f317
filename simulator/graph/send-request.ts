import { checkNode, missing } from './check-node.ts'
import { badParameter } from './errors.ts'
import { isObject } from './is-object.ts'

/** A send request with a valid shape; one of `waId`, `userId` and `groupId` names the recipient. */
export interface SendRequest {
  type: string
  input: string
  waId: string | null
  userId: string | null
  groupId: string | null
  opaqueData: string | null
  contextId: string | null
  node: unknown
}

/** Every message type. */
const MESSAGE_TYPES = [
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
const USER_ID = /^[A-Z]{2}\.(ENT\.)?[0-9A-Za-z]{1,128}$/

/** Returns the fields of a JSON body; throws the platform's refusal unless it is an object. */
export function toFields(body: unknown): Record<string, unknown> {
  if (!isObject(body))
    throw badParameter('Invalid parameter', 'The request body is no JSON object.')
  if (body.messaging_product === undefined) throw missing('messaging_product')
  if (body.messaging_product !== 'whatsapp') {
    throw badParameter("Param messaging_product must be 'whatsapp'.")
  }
  return body
}

/** Returns a validated send request; throws a refusal with code 100 that names the parameter. */
export function toSendRequest(body: Record<string, unknown>): SendRequest {
  const recipient = toRecipient(body)
  // The platform defaults to `text`; its own examples also omit `type` for others.
  const type = body.type ?? MESSAGE_TYPES.find((name) => body[name] !== undefined) ?? 'text'
  if (typeof type !== 'string' || !MESSAGE_TYPES.includes(type)) {
    throw badParameter(`Param type must be one of {${MESSAGE_TYPES.join(', ').toUpperCase()}}.`)
  }
  const node = decode(body[type])
  checkNode(type, node)
  return {
    ...recipient,
    type,
    opaqueData: toOpaqueData(body.biz_opaque_callback_data),
    contextId: toContextId(body.context),
    node,
  }
}

/** A parameter of the Graph API may also be the JSON of its value; public clients send contacts that way. */
function decode(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function toRecipient({ to, recipient, recipient_type }: Record<string, unknown>) {
  const nobody = { waId: null, userId: null, groupId: null }
  if (![undefined, 'individual', 'group'].includes(recipient_type as string | undefined)) {
    throw badParameter('Param recipient_type must be one of {INDIVIDUAL, GROUP}.')
  }
  if (recipient_type === 'group') {
    if (typeof to !== 'string' || to === '') throw missing('to')
    return { ...nobody, input: to, groupId: to }
  }
  if (typeof to === 'string' && to !== '') {
    const waId = to.replace(/[\s()+-]/g, '')
    if (!/^\d{5,20}$/.test(waId)) throw badParameter('Param to must be a phone number.')
    return { ...nobody, input: to, waId }
  }
  if (recipient === undefined) throw missing('to')
  if (typeof recipient !== 'string' || !USER_ID.test(recipient)) {
    throw badParameter('Param recipient must be a business-scoped user id.')
  }
  return { ...nobody, input: recipient, userId: recipient }
}

function toOpaqueData(value: unknown): string | null {
  if (value === undefined) return null
  if (typeof value !== 'string' || value.length > 512) {
    throw badParameter('Param biz_opaque_callback_data must be a string of at most 512 characters.')
  }
  return value
}

function toContextId(context: unknown): string | null {
  if (context === undefined || context === null) return null
  if (!isObject(context) || typeof context.message_id !== 'string' || context.message_id === '') {
    throw badParameter("Param context['message_id'] must be a message id.")
  }
  return context.message_id
}
