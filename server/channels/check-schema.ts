import { Type } from 'typebox'
import type { Static } from 'typebox'
import { CONNECTED_CHANNEL_TYPES } from '#shared/channel-types.ts'
import { closedObject, nullable, Time, titled } from '#lib/schemas.ts'
import { CHECK_STEPS } from '#platforms/channel-check.ts'
import { ACCOUNT_PATTERN, ACCOUNT_REQUIREMENT } from '#platforms/registry/check-account-form.ts'

/** The result of one step of connecting a channel. */
const ChannelCheck = Type.Object({
  step: Type.Enum([...CHECK_STEPS], {
    description:
      '`server`: this server has an app secret and a verify token. `token`: the platform accepts the access token. `number`: the number exists, is registered and belongs to the business account. `subscription`: the account sends its webhooks to the app. `first_message`: a payload was received.',
  }),
  status: Type.Enum(['passed', 'failed', 'waiting']),
  code: nullable(Type.String({ description: 'An error code of the platform or of Parley.' })),
  message: nullable(Type.String()),
  advice: nullable(Type.String()),
})

/** The result of one step of connecting a channel. */
type ChannelCheck = Static<typeof ChannelCheck>

/** The results of all steps of connecting a channel. */
export const ChannelChecks = titled('ChannelChecks', {
  checks: Type.Array(ChannelCheck),
  number: nullable(
    Type.Object(
      { display_phone: nullable(Type.String()), verified_name: nullable(Type.String()) },
      { description: "The account's details as the platform reports them." },
    ),
  ),
  callback_url: Type.String({
    description: "Enter this URL in the app's settings on the platform.",
  }),
  checked_at: Time,
})

/** The results of all steps of connecting a channel. */
export type ChannelChecks = Static<typeof ChannelChecks>

/** The body of POST /api/developer/channels/check. */
export const CheckChannelBody = closedObject({
  type: Type.Enum([...CONNECTED_CHANNEL_TYPES]),
  account: Type.String({ pattern: ACCOUNT_PATTERN, 'x-message': ACCOUNT_REQUIREMENT }),
  business_account: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,32}$', 'x-message': 'must contain only digits' }),
  ),
  access_token: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
})
