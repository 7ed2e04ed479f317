import type { Platform } from '../platform.ts'
import { createClient } from './create-client.ts'
import { errors } from './errors.ts'
import { webhook } from './webhook.ts'

/**
 * LINE, through the Messaging API. An account is the user id of a LINE Official Account. Source: LINE Developers,
 * Messaging API reference, "Request body", "Send push message", "Rate limits".
 */
export const lineOa: Platform = {
  type: 'line_oa',
  capabilities: {
    identityKind: 'line_user_id',
    windowMs: null,
    sending: {
      messageTypes: ['text'],
      textCharactersMax: 4096,
      captionCharactersMax: 0,
      media: {},
      messagesPerSecond: 100,
      pairRate: null,
    },
    hasTemplates: false,
    hasBusinessAccounts: false,
    opensByPhone: false,
    marksRead: false,
    checksAccounts: true,
    reportsWatermarks: false,
  },
  account: {
    pattern: '^U[0-9a-f]{32}$',
    requirement: 'must be U and 32 hexadecimal digits',
    isNumeric: false,
  },
  setupUrl: 'https://developers.line.biz/console/',
  webhook,
  errors,
  createClient,
}
