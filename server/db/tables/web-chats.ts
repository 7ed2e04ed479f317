import type { Defaulted } from '../column-types.ts'
import type { WebChatField, WebChatLanguage } from '#shared/web-chats.ts'

/** Rows of `web_chats`: the settings of a web chat's widget. */
export type WebChats = {
  workspace_id: string
  channel_id: string
  color: string
  greeting: string
  allowed_origins: string[]
  name_field: WebChatField
  email_field: WebChatField
  language: WebChatLanguage
  user_token_audience: string | null
  updated_at: Date
}

/**
 * Rows of `web_chat_sessions`: visitors of a web chat. `address` names the conversation: `visitor:…`, or `user:…` of a user
 * whom the site vouched for, with the name, email address and phone number. A visitor only says them. `former_addresses`
 * are those of visitors who turned out to be this user.
 */
export type WebChatSessions = {
  workspace_id: string
  id: string
  channel_id: string
  address: string
  former_addresses: Defaulted<string[]>
  name: string | null
  email: string | null
  phone_e164: string | null
  created_at: Date
  last_seen_at: Date
}

/** Rows of `web_chat_tokens`: hashes of the tokens that open a session. */
export type WebChatTokens = {
  workspace_id: string
  token_hash: Buffer
  session_id: string
  created_at: Date
  used_at: Date | null
}
