const REASONS = {
  130429: 'rate limit of the number reached',
  130472: 'this phone is part of a Meta experiment',
  131000: 'something went wrong',
  131026: 'can’t be delivered to this phone',
  131037: 'display name not approved',
  131042: 'payment problem on the business account',
  131047: 'the 24-hour window is closed',
  131048: 'messaging limit reached',
  131049: 'too many marketing messages',
  131050: 'you turned off marketing messages',
  131053: 'the file couldn’t be used',
  131056: 'too many messages to this customer',
}

/** Returns why a message failed, in a few words. */
export function reasonOf(code) {
  return `${REASONS[code] ?? 'not delivered'} (${code})`
}

/** Returns the time of day. */
export function timeOf(iso) {
  return new Date(iso).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
}

/** Formats a day: today, yesterday, or its date. */
export function dayOf(iso) {
  const day = new Date(iso)
  const days = Math.round((startOf(new Date()) - startOf(day)) / 86_400_000)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return day.toLocaleDateString([], { weekday: 'short', day: 'numeric', month: 'long' })
}

/** Formats a time for a list: time of day if today, else the date. */
export function shortTimeOf(iso) {
  return dayOf(iso) === 'Today'
    ? timeOf(iso)
    : new Date(iso).toLocaleDateString([], { day: 'numeric', month: 'short' })
}

function startOf(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate())
}

/** Returns a person's name, which is their phone number as long as they have none. */
export function nameOf(person) {
  return person.name === `+${person.wa_id}` ? person.phone : person.name
}

/** Returns a person's user name, or else their phone number. */
export function handleOf(person) {
  if (person.username) return `@${person.username}`
  return person.phone ?? person.user_id
}

/** Returns a message in one line, for a list of conversations or a quote. */
export function summaryOf(entry) {
  if (entry.is_revoked) return 'Deleted message'
  if (entry.edited_text) return entry.edited_text
  const { type, content } = entry
  if (entry.template) return entry.template.body
  switch (type) {
    case 'text':
      return content?.body ?? ''
    case 'image':
      return `📷 ${content?.caption || 'Photo'}`
    case 'video':
      return `🎬 ${content?.caption || 'Video'}`
    case 'audio':
      return content?.voice ? '🎤 Voice message' : '🎵 Audio'
    case 'document':
      return `📄 ${content?.filename || content?.caption || 'Document'}`
    case 'sticker':
      return '🌟 Sticker'
    case 'location':
      return `📍 ${content?.name || 'Location'}`
    case 'contacts':
      return `👤 ${content?.[0]?.name?.formatted_name ?? 'Contact'}`
    case 'reaction':
      return content?.emoji ? `Reacted ${content.emoji}` : 'Removed a reaction'
    case 'button':
      return content?.text ?? 'Button'
    case 'order':
      return `🛍️ Order (${content?.product_items?.length ?? 0} items)`
    case 'interactive':
      return interactiveSummary(content)
    case 'edit':
      return 'Edited a message'
    case 'revoke':
      return 'Deleted a message'
    case 'call':
      return callSummary(content)
    case 'system':
      return content?.body ?? 'Notice'
    default:
      return type
  }
}

function callSummary({ outcome, duration }) {
  if (outcome === 'missed') return '📞 Call, not answered'
  if (outcome === 'ringing') return '📞 Calling…'
  const seconds = String(duration % 60).padStart(2, '0')
  return `📞 Call, ${Math.floor(duration / 60)}:${seconds}`
}

function interactiveSummary(content) {
  const reply = content?.button_reply ?? content?.list_reply
  if (reply) return reply.title
  if (content?.nfm_reply) return '📝 Form submitted'
  if (content?.call_permission_reply)
    return content.call_permission_reply.response === 'accept'
      ? '📞 Calls allowed'
      : '📞 Calls declined'
  return content?.body?.text ?? 'Interactive message'
}
