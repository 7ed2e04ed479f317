import { Type } from 'typebox'
import type { Static } from 'typebox'
import { closedObject, Id, nullable, Time, titled } from '#lib/schemas.ts'
import { URL_CHARACTERS_MAX } from '#shared/urls.ts'
import { Rules } from '../schema.ts'

const base64url = (characters: number) =>
  Type.String({
    pattern: `^[A-Za-z0-9_-]{${characters}}=*$`,
    'x-message': `must have ${characters} characters in base64url`,
    maxLength: characters + 3,
  })

/** The body of POST /api/app/push-devices: the browser's PushSubscription. */
export const RegisterDeviceBody = closedObject({
  endpoint: Type.String({ minLength: 1, maxLength: URL_CHARACTERS_MAX }),
  keys: Type.Object(
    { p256dh: base64url(87), auth: base64url(22) },
    { additionalProperties: false, description: 'The keys of the browser (RFC 8291).' },
  ),
})

/** A browser of the signed-in member that receives pushes. */
export const PushDevice = titled('PushDevice', {
  id: Id,
  name: Type.String({ description: 'The browser and the system.' }),
  is_current: Type.Boolean({ description: 'Whether it belongs to the session of the request.' }),
  rules: nullable(Rules),
  show_text: Type.Boolean({ description: 'Whether pushes contain the text of messages.' }),
  created_at: Time,
  delivered_at: nullable(Time),
  last_error: nullable(Type.String({ description: 'Why the last push failed.' })),
})

/** A browser of the signed-in member that receives pushes. */
export type PushDevice = Static<typeof PushDevice>

/** All devices of the signed-in member, and the key for another one. */
export const PushDevices = Type.Object({
  data: Type.Array(PushDevice),
  push_key: Type.String({
    description: 'The public key with which a browser subscribes to push messages (VAPID).',
  }),
})

/** The body of PATCH /api/app/push-devices/{id}: only fields that are present are updated. */
export const UpdateDeviceBody = closedObject({
  rules: Type.Optional(nullable(Rules)),
  show_text: Type.Optional(Type.Boolean()),
})
