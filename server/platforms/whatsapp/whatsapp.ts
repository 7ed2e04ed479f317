import { META_ACCOUNT } from '../meta/account.ts'
import { createWebhook } from '../meta/create-webhook.ts'
import { toAccount } from '../meta/read-parts.ts'
import type { Platform } from '../platform.ts'
import { toRecord } from '../storable.ts'
import { capabilities } from './capabilities.ts'
import { createClient } from './create-client.ts'
import { errors } from './errors.ts'
import { readWhatsAppPart } from './read-whatsapp-part.ts'

/** WhatsApp, through the Cloud API. An account is a number; it belongs to a business account (WABA). */
export const whatsapp: Platform = {
  type: 'whatsapp',
  capabilities,
  account: META_ACCOUNT,
  setupUrl: 'https://developers.facebook.com/apps/',
  webhook: createWebhook({
    // `platform` is the name of the address from before there were several platforms.
    names: ['whatsapp', 'platform'],
    object: 'whatsapp_business_account',
    // Template, quality and account fields name no number; a handover names it as the recipient.
    readAccounts: (value, owner) => ({
      account: toAccount(
        toRecord(value['metadata'])['phone_number_id'] ??
          toRecord(value['recipient'])['phone_number_id'],
      ),
      businessAccount: owner,
    }),
    readPart: readWhatsAppPart,
  }),
  errors,
  createClient,
  addressPhone(phoneE164) {
    const waId = phoneE164.slice(1)
    return { recipient: waId, identity: { kind: 'wa_id', value: waId } }
  },
}
