import type { WebChatField, WebChatLanguage } from '#shared/web-chats.ts'
import { bytes, text, texts, time, uuid, word } from '../column.ts'
import { contactTable, tenantTable } from '../table.ts'

/** The settings of a web chat's widget. */
export const web_chats = tenantTable({
  visibleBy: { everybody: 'settings of the workspace' },
  rows: 'few',
  withoutContacts: 'settings of the workspace',
}).columns({
  channel_id: uuid(),
  color: text(),
  greeting: text(),
  allowed_origins: texts(),
  name_field: word<WebChatField>(),
  email_field: word<WebChatField>(),
  language: word<WebChatLanguage>(),
  user_token_audience: text().nullable(),
  updated_at: time(),
})

/** Rows of `web_chats`. */
export type WebChats = typeof web_chats.row

/**
 * Visitors of a web chat. `address` names the conversation: `visitor:…`, or `user:…` of a user
 * whom the site vouched for, with the name, email address and phone number. A visitor only says them. `former_addresses`
 * are those of visitors who turned out to be this user.
 */
export const web_chat_sessions = contactTable({
  visibleBy: 'nobody',
  rows: 'many',
  erase: 'web_chats',
}).columns({
  id: uuid().exported(),
  channel_id: uuid().exported(),
  address: text().personal().exported(),
  former_addresses: texts().defaulted().personal().exported(),
  name: text().nullable().personal().exported(),
  email: text().nullable().personal().exported(),
  phone_e164: text().nullable().personal().exported(),
  created_at: time().exported(),
  last_seen_at: time().exported(),
})

/** Rows of `web_chat_sessions`. */
export type WebChatSessions = typeof web_chat_sessions.row

/** Hashes of the tokens that open a session. */
export const web_chat_tokens = tenantTable({
  visibleBy: 'nobody',
  rows: 'many',
  withoutContacts: 'hashes of random tokens; deleted with their sessions',
}).columns({
  token_hash: bytes(),
  session_id: uuid(),
  created_at: time(),
  used_at: time().nullable(),
})
