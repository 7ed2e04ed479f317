import { AppError, fieldError } from '#lib/errors.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import { CHANNEL_NAMES } from '#shared/channel-types.ts'
import type { CanSend } from '../can-send-schema.ts'
import { ALLOWED, findObstacle, refusal } from '../find-obstacle.ts'
import { marketingTo } from '../next-message-in.ts'
import type { Addressee } from './find-contact-chats.ts'
import type { OpeningChannel } from './choose-channel.ts'
import type { Send } from './read-send-input.ts'

/**
 * Returns what can be the first message of a conversation that does not exist yet. `phoneE164` is the contact's number.
 */
export function firstMessageOn(
  channel: OpeningChannel,
  contact: { phoneE164: string | undefined; isBlocked: boolean; isOptedOut: boolean },
): Pick<CanSend, 'free_form' | 'template' | 'marketing'> {
  const { capabilities } = findPlatform(channel.type)
  const platform = CHANNEL_NAMES[channel.type]
  const never =
    findObstacle({ ...channel, is_blocked: contact.isBlocked }) ??
    (!capabilities.opensByPhone
      ? refusal('contact_not_reachable', `On ${platform}, the customer must write first.`)
      : contact.phoneE164 === undefined
        ? refusal('contact_not_reachable', `The contact has no phone number for ${platform}.`)
        : undefined)
  if (never) return { free_form: never, template: never, marketing: never }
  return {
    template: ALLOWED,
    marketing: marketingTo({ is_opted_out: contact.isOptedOut }),
    free_form:
      capabilities.windowMs === null
        ? ALLOWED
        : refusal(
            'template_required',
            `The customer has not written on this channel yet, so ${platform} accepts only a template.`,
          ),
  }
}

/**
 * Refuses a first message that the platform would refuse. A blocked contact is checked with the conversation.
 *
 * @throws {AppError} channel_not_connected, contact_not_reachable, template_required
 */
export function checkOpening(channel: OpeningChannel, send: Pick<Send, 'type'> & Addressee): void {
  // A contact that is opted out is checked with the conversation, too.
  const contact = { phoneE164: send.phoneE164, isBlocked: false, isOptedOut: false }
  const can = firstMessageOn(channel, contact)
  const { code, reason } = can.template
  if (code === 'contact_not_reachable')
    throw fieldError(code, send.personId ? 'person_id' : 'channel_id', reason!)
  if (code !== null) throw new AppError('channel_not_connected', reason!)
  if (send.type !== 'template' && !can.free_form.allowed)
    throw fieldError('template_required', 'template', can.free_form.reason!)
}
