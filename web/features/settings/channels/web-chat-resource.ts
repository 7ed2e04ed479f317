import { queryOptions } from '@tanstack/react-query'
import { WEB_CHAT_COLOR } from '#shared/web-chats.ts'
import type { WebChatField, WebChatLanguage } from '#shared/web-chats.ts'
import type { WebChat, WebChatWithSecret } from '#web-chats/schema.ts'
import { api } from '../../../lib/api.ts'
import type { Wire } from '../../../lib/wire.ts'

/** A web chat. */
export type WebChatResource = Wire<WebChat>

/** A web chat with its secret, which is kept only until it was shown. */
export type SecretWebChat = Wire<WebChatWithSecret>

/** Reads one web chat. */
export const webChatQuery = (id: string) =>
  queryOptions({
    queryKey: ['channels', 'web-chat', id],
    queryFn: ({ signal }) => api.get<WebChatResource>(`/api/developer/web-chats/${id}`, {}, signal),
    staleTime: 0,
  })

/** The values of the form of a web chat. `allowedOrigins` has one site per line. */
export type WebChatValues = {
  name: string
  allowedOrigins: string
  color: string
  greeting: string
  nameField: WebChatField
  emailField: WebChatField
  language: WebChatLanguage
  userTokenAudience: string
}

/** Returns the values of the form for a web chat, or for a new one. */
export function toValues(chat?: WebChatResource): WebChatValues {
  return {
    name: chat?.name ?? '',
    allowedOrigins: chat?.allowed_origins.join('\n') ?? '',
    color: chat?.color ?? WEB_CHAT_COLOR,
    greeting: chat?.greeting ?? '',
    nameField: chat?.name_field ?? 'optional',
    emailField: chat?.email_field ?? 'optional',
    language: chat?.language ?? 'auto',
    userTokenAudience: chat?.user_token_audience ?? '',
  }
}

/** Returns the body of a request with the values of the form. */
export function toBody(values: WebChatValues): object {
  return {
    name: values.name.trim(),
    allowed_origins: values.allowedOrigins.split(/\s+/).filter((origin) => origin !== ''),
    color: values.color,
    greeting: values.greeting.trim(),
    name_field: values.nameField,
    email_field: values.emailField,
    language: values.language,
    user_token_audience: values.userTokenAudience.trim() || null,
  }
}

/** Returns the HTML that shows a web chat on a page. */
export function toSnippet({ script_url: url, public_id: id }: WebChatResource): string {
  return `<script src="${url}" data-channel="${id}" async></script>`
}
