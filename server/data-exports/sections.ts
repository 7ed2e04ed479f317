import type { Section } from './section.ts'
import { conversationSection, ownedSections, visitorSection } from './sections/owned-sections.ts'
import { contactSection, reportSection, tagSection } from './sections/contact-section.ts'
import {
  eventSection,
  importSection,
  mailSection,
  mentionSections,
  payloadSection,
  rejectSection,
} from './sections/logs.ts'
import { ticketFileSection, ticketTagSection } from './sections/ticket-tag-section.ts'
import { fileSection, messageSection, reactionSection } from './sections/message-section.ts'

/** The sections of the archive, in order: first what belongs to the contact, then the logs that mention it. */
export const SECTIONS: readonly Section[] = [
  contactSection,
  ...ownedSections('person_id'),
  conversationSection,
  ...ownedSections('chat_id'),
  visitorSection,
  // An export that was begun by an earlier release continues in its order.
  ...ownedSections('ticket_id').toReversed(),
  ticketTagSection,
  ticketFileSection,
  tagSection,
  messageSection,
  fileSection,
  reactionSection,
  reportSection,
  eventSection,
  payloadSection,
  rejectSection,
  importSection,
  mailSection,
  ...mentionSections,
]
