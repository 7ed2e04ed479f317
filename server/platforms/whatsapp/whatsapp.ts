import { META_ACCOUNT } from '../meta/meta-account.ts'
import { createReader } from '../meta/create-reader.ts'
import { createReceiver } from '../meta/create-receiver.ts'
import { toAccount } from '../meta/read-parts.ts'
import type { Platform } from '../platform.ts'
import { toRecord } from '../to-storable.ts'
import { capabilities } from './capabilities.ts'
import { createClient } from './create-client.ts'
import { errors } from './errors.ts'
import { questions } from './questions.ts'
import { readWhatsAppPart } from './read-whatsapp-part.ts'

/** WhatsApp, through the Cloud API. An account is a number; it belongs to a business account (WABA). */
export const whatsapp: Platform = {
  type: 'whatsapp',
  capabilities,
  account: META_ACCOUNT,
  setupUrl: 'https://developers.facebook.com/apps/',
  // `platform` is the name of the address from before there were several platforms.
  receiver: createReceiver(['platform']),
  reader: createReader({
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
  questions,
  createClient,
  addressPhone(phoneE164) {
    const waId = phoneE164.slice(1)
    return { recipient: waId, identity: { kind: 'wa_id', value: waId } }
  },
}
