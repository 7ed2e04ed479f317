import { visitorName } from '#shared/visitor-name.ts'
import type { VisitorWords } from '#shared/visitor-name.ts'
import { englishVisitors } from '#shared/visitor-words/en.ts'
import { hindiVisitors } from '#shared/visitor-words/hi.ts'
import { toPath } from '../to-path.ts'
import type { NotificationDetails } from '../read-details.ts'

/** The texts of pushes in one language. */
type PushTexts = {
  aContact: string
  visitors: VisitorWords
  someone: string
  newMessage: string
  newFile: string
  mention: (author: string) => string
  assignment: (author: string) => string
  reminder: string
  sla_warning: string
  sla_breached: string
  ticket: (number: number, contact: string) => string
  ticketAssignment: (author: string) => string
  ticketOverdue: string
  ticketComment: (author: string) => string
  ticketStatus: (author: string) => string
  bulk: { chats: (count: number) => string; tickets: (count: number) => string }
  bulkAssignment: (author: string) => string
  test: { title: string; body: string }
}

const english: PushTexts = {
  aContact: 'A contact',
  visitors: englishVisitors,
  someone: 'A member of your team',
  newMessage: 'New message',
  newFile: 'New attachment',
  mention: (author) => `${author} mentioned you`,
  assignment: (author) => `${author} assigned this conversation to you`,
  reminder: 'Snoozed conversation is due',
  sla_warning: 'An SLA target is due soon',
  sla_breached: 'An SLA target was missed',
  ticket: (number, contact) => `Ticket #${number} · ${contact}`,
  ticketAssignment: (author) => `${author} assigned this ticket to you`,
  ticketOverdue: 'The ticket is overdue',
  ticketComment: (author) => `${author} commented`,
  ticketStatus: (author) => `${author} changed the status`,
  bulk: {
    chats: (count) => `${count.toLocaleString('en')} conversations`,
    tickets: (count) => `${count.toLocaleString('en')} tickets`,
  },
  bulkAssignment: (author) => `${author} assigned them to you`,
  test: { title: 'Notifications work', body: 'Parley can notify you on this device.' },
}

const hindi: PushTexts = {
  aContact: 'एक संपर्क',
  visitors: hindiVisitors,
  someone: 'आपकी टीम का एक सदस्य',
  newMessage: 'नया संदेश',
  newFile: 'नई फ़ाइल',
  mention: (author) => `${author} ने आपका ज़िक्र किया`,
  assignment: (author) => `${author} ने यह बातचीत आपको असाइन की`,
  reminder: 'स्नूज़ की गई बातचीत का समय हो गया',
  sla_warning: 'SLA लक्ष्य का समय होने वाला है',
  sla_breached: 'SLA लक्ष्य छूट गया',
  ticket: (number, contact) => `टिकट #${number} · ${contact}`,
  ticketAssignment: (author) => `${author} ने यह टिकट आपको असाइन किया`,
  ticketOverdue: 'टिकट की समय-सीमा निकल गई है',
  ticketComment: (author) => `${author} ने टिप्पणी की`,
  ticketStatus: (author) => `${author} ने स्थिति बदली`,
  bulk: {
    chats: (count) => `${count.toLocaleString('hi')} बातचीत`,
    tickets: (count) => `${count.toLocaleString('hi')} टिकट`,
  },
  bulkAssignment: (author) => `${author} ने आपको असाइन किए`,
  test: { title: 'सूचनाएँ काम कर रही हैं', body: 'Parley इस डिवाइस पर आपको सूचना दे सकता है।' },
}

/** A payload can have about 4,000 bytes; this many characters fit in any script. */
const TEXT_CHARACTERS_MAX = 300

/** The data of a push, which the service worker shows. `tag` groups the pushes of a conversation or a ticket. */
type PushPayload = {
  id: string
  title: string
  body: string
  tag: string
  url: string
  lang: string
  at: number
}

/**
 * Writes the push of a notification in the member's language. The text of a message, a note or a comment is only in it if the
 * member has chosen so for the device.
 */
export function writePush(
  details: NotificationDetails,
  options: { locale: string | null; showText: boolean },
): PushPayload {
  const isHindi = options.locale?.split('-')[0] === 'hi'
  const texts = isHindi ? hindi : english
  const { id, kind, chat_id: chatId, ticket } = details
  const content = kind === 'test' ? texts.test : toContent(details, texts, options.showText)
  return {
    id,
    ...content,
    tag: chatId ?? ticket?.id ?? id,
    url: toPath(details),
    lang: isHindi ? 'hi' : 'en',
    at: details.created_at.getTime(),
  }
}

function toContent(details: NotificationDetails, texts: PushTexts, showText: boolean) {
  const { ticket } = details
  const contact = shorten(toContactName(details, texts))
  const title = ticket ? texts.ticket(ticket.number, contact) : contact
  const author = details.actor_name ?? texts.someone
  if (details.bulk)
    return {
      title: texts.bulk[details.bulk.subject](details.bulk.count),
      body: texts.bulkAssignment(author),
    }
  const text = showText && details.text !== null ? shorten(details.text) : undefined
  switch (details.kind) {
    case 'mention':
      return {
        title: `${texts.mention(author)}: ${title}`,
        body: text ?? '',
      }
    case 'assignment':
      return { title, body: ticket ? texts.ticketAssignment(author) : texts.assignment(author) }
    case 'reminder':
      return { title, body: ticket ? texts.ticketOverdue : texts.reminder }
    case 'comment':
      return { title, body: text ?? texts.ticketComment(author) }
    case 'status':
      return { title, body: texts.ticketStatus(author) }
    case 'sla_warning':
    case 'sla_breached':
      return { title, body: texts[details.kind] }
    case 'message':
    case 'test': {
      const isFile = details.text === null && details.message_type !== 'text'
      return { title, body: text ?? (isFile && showText ? texts.newFile : texts.newMessage) }
    }
  }
}

/** Returns the contact's name; for a visitor without one, the name that the app shows. */
function toContactName(
  { contact_name: name, contact_id: id }: NotificationDetails,
  texts: PushTexts,
) {
  return name ?? (id === null ? texts.aContact : visitorName(id, texts.visitors))
}

function shorten(text: string): string {
  const characters = [...text]
  return characters.length > TEXT_CHARACTERS_MAX
    ? `${characters.slice(0, TEXT_CHARACTERS_MAX - 1).join('')}…`
    : text
}
