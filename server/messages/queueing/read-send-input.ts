import type { Actor, Scope } from '#db/context.ts'
import { createPhoneFinder, readPhone } from '#contacts/read-phone.ts'
import type { Cause } from '#lib/cause.ts'
import { AppError, fieldError, invalidField } from '#lib/errors.ts'
import type { Idempotency } from '#lib/idempotency.ts'
import { readAlias } from '#lib/read-alias.ts'
import { checkWebhookUrl } from '#lib/outgoing/check-webhook-url.ts'
import { TEXT_CHARACTERS_MAX } from '#platforms/registry/sending-limits.ts'
import { checkText } from './check-text.ts'
import { readSendContent } from './read-send-content.ts'
import type { SendFields, SendContent } from './read-send-content.ts'

/**
 * A message to send: its target, by conversation, by phone (E.164), by both or by contact, and its content. `open`
 * creates the conversation when there is none: on the named channel, or on the only one when the phone has none at all.
 */
export type SendInput = SendContent & {
  conversationId: string | undefined
  phoneE164?: string | undefined
  personId?: string | undefined
  mediaUrl?: string | undefined
  replyTo?: string | undefined
  open?: { channelId: string | undefined } | undefined
  /** The version of the holder that a bot saw. */
  holderVersion?: number | undefined
}

/**
 * A send: the input, who sends it, the request's idempotency key, and the failed message that it retries. `isAutomatic`: it answers nobody,
 * so the customer waits on.
 */
export type Send = SendInput & {
  actor: Actor
  idempotency?: Idempotency | undefined
  retryOf?: string
  /** Whether it answers nothing: the conversation keeps its last message and its place, and its customer waits as before. */
  isAside?: boolean
  isAutomatic?: true
  /** The message after which it comes in the conversation, whatever the clocks of processes say. */
  afterId?: string | undefined
  /** The request that sends, by default the one of the caller. */
  cause?: Cause | undefined
}

const MISSING_TARGET = 'Send a conversation_id, a phone_e164, or a person_id with a channel_id.'

/**
 * Reads the fields of a send. Its target is not looked up yet.
 *
 * @throws {AppError} missing_target, validation_failed, conflicting_fields, invalid_phone, invalid_url
 */
export async function readSendInput(
  scope: Scope,
  fields: SendFields,
  options: { allowLocal: boolean },
): Promise<SendInput> {
  const text = readAlias<string>(fields, ['message', 'message_text'])
  const phone = readAlias<string>(fields, ['phone_e164', 'recipient_phone', 'phone'])
  const { conversation_id: conversationId, person_id: personId } = fields
  const hasTarget = phone || conversationId !== undefined || personId !== undefined
  const content = hasTarget
    ? readSendContent(fields, text)
    : withMissingTarget(() => readSendContent(fields, text))
  if (text) checkText(text.name, text.value, TEXT_CHARACTERS_MAX)
  if (!hasTarget) throw new AppError('missing_target', MISSING_TARGET)
  if (personId !== undefined && (phone || conversationId !== undefined))
    throw invalidField('person_id', `cannot be combined with ${phone?.name ?? 'conversation_id'}`)
  if (personId !== undefined && fields.channel_id === undefined)
    throw invalidField('channel_id', 'is required with person_id')
  const phoneE164 = phone
    ? await readPhone(createPhoneFinder(scope), phone.value, phone.name)
    : undefined
  if (fields.media_url !== undefined) {
    const checked = checkWebhookUrl(fields.media_url, { allowLocal: options.allowLocal })
    if (checked.problem) throw fieldError('invalid_url', 'media_url', checked.message)
  }
  return {
    ...content,
    conversationId: conversationId?.toLowerCase(),
    phoneE164,
    personId: personId?.toLowerCase(),
    mediaUrl: fields.media_url,
    replyTo: (fields.reaction?.message_id ?? fields.reply_to)?.toLowerCase(),
    open: readOpening(fields),
    holderVersion: fields.holder_version,
  }
}

/** Reads the content of a send without a target. An error of the content also names the target, so that one answer lists both. */
function withMissingTarget(read: () => SendContent): SendContent {
  try {
    return read()
  } catch (err) {
    if (!(err instanceof AppError) || err.code !== 'validation_failed') throw err
    const message = 'is required, or a phone_e164, or a person_id with a channel_id'
    const target = { field: 'conversation_id', code: 'required', message }
    throw new AppError('validation_failed', `${err.message} ${MISSING_TARGET}`, {
      fields: [...err.fields, target],
    })
  }
}

function readOpening(fields: SendFields): SendInput['open'] {
  const { open_conversation: isTemplateOnly, channel_id: channelId } = fields
  if (channelId !== undefined && fields.conversation_id !== undefined)
    throw invalidField('channel_id', 'cannot be combined with conversation_id')
  if (isTemplateOnly) {
    if (fields.conversation_id !== undefined)
      throw invalidField(
        'open_conversation',
        'requires phone_e164 and cannot be combined with conversation_id',
      )
    if (!fields.template)
      throw invalidField('template', 'is required because only a template can open a conversation')
    if (fields.reply_to !== undefined)
      throw invalidField('reply_to', 'cannot be combined with open_conversation')
  }
  if (!isTemplateOnly && channelId === undefined) return undefined
  return { channelId: channelId?.toLowerCase() }
}
