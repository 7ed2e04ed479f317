import { AppError, fieldError } from '../lib/errors.ts'
import { readAlias } from '../lib/aliases.ts'
import { toE164 } from '../lib/phone.ts'
import { checkWebhookUrl } from '../lib/webhook-url.ts'
import { MESSAGE_CHARACTERS_MAX } from './schema.ts'

/** A message to send: a target by conversation or by phone (E.164) or both, and what to say. */
export type SendInput = {
  conversationId: string | undefined
  phoneE164: string | undefined
  text: string
  mediaUrl: string | undefined
}

/** The fields of a send as a caller writes them, aliases included. */
export type SendFields = {
  conversation_id?: string
  phone_e164?: string
  recipient_phone?: string
  phone?: string
  message?: string
  message_text?: string
  media_url?: string
}

/**
 * The send that `fields` ask for.
 *
 * @throws {AppError} missing_target, validation_failed, conflicting_fields, invalid_phone, invalid_url
 */
export function readSendInput(fields: SendFields, options: { allowLocal: boolean }): SendInput {
  const text = readAlias<string>(fields, ['message', 'message_text'])
  if (!text || text.value.trim() === '')
    throw new AppError('validation_failed', 'A message needs a text.', {
      fields: [
        {
          field: text?.name ?? 'message',
          code: text ? 'blank' : 'required',
          message: text ? 'must say something' : 'is required',
        },
      ],
    })
  if (text.value.length > MESSAGE_CHARACTERS_MAX && [...text.value].length > MESSAGE_CHARACTERS_MAX)
    throw fieldError(
      'validation_failed',
      text.name,
      `must be at most ${MESSAGE_CHARACTERS_MAX} characters`,
    )
  const phone = readAlias<string>(fields, ['phone_e164', 'recipient_phone', 'phone'])
  if (!phone && fields.conversation_id === undefined)
    throw new AppError('missing_target', 'Name the target by conversation_id or by phone_e164.')
  const phoneE164 = phone ? toE164(phone.value) : undefined
  if (phone && phoneE164 === undefined)
    throw fieldError(
      'invalid_phone',
      phone.name,
      'must be ten Indian digits or an international number',
    )
  if (fields.media_url !== undefined) {
    const checked = checkWebhookUrl(fields.media_url, { allowLocal: options.allowLocal })
    if (checked.problem) throw fieldError('invalid_url', 'media_url', checked.message)
  }
  return {
    conversationId: fields.conversation_id?.toLowerCase(),
    phoneE164,
    text: text.value,
    mediaUrl: fields.media_url,
  }
}
