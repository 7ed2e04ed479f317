import { Type } from '@fastify/type-provider-typebox'
import { KNOBS } from '../chaos/chaos.ts'
import { TEMPLATE_STATES } from '../graph/template.ts'

const Text = Type.String({ minLength: 1 })
const Phone = Type.String({ pattern: '^[+]?[0-9 ()-]{5,30}$' })
const Digits = Type.String({ pattern: '^\\d{1,30}$' })
const UserId = Type.String({ pattern: '^[A-Z]{2}\\.(ENT\\.)?[0-9A-Za-z]{1,128}$' })
const Fields = Type.Record(Type.String(), Type.Unknown())

/** What plays an inbound message; every field not named here goes into the message as it is. */
export const InboundBody = Type.Object({
  from: Type.Optional(Phone),
  user_id: Type.Optional(Text),
  parent_user_id: Type.Optional(Text),
  username: Type.Optional(Text),
  hides_phone: Type.Optional(Type.Boolean()),
  phone_number_id: Digits,
  name: Type.Optional(Text),
  display_phone_number: Type.Optional(Text),
  waba_id: Type.Optional(Digits),
  id: Type.Optional(Text),
  type: Type.Optional(Text),
  timestamp: Type.Optional(Type.Integer({ minimum: 0 })),
  media: Type.Optional(
    Type.Object({
      id: Type.Optional(Digits),
      base64: Type.Optional(Type.String()),
      mime_type: Type.Optional(Text),
      filename: Type.Optional(Text),
    }),
  ),
})

/** A whole webhook payload to be signed and posted. */
export const PayloadBody = Type.Object({ payload: Fields })

/** A value of any field; `waba_id` alone makes it an account's, without a number's metadata. */
export const FieldBody = Type.Object({
  field: Text,
  value: Fields,
  phone_number_id: Type.Optional(Digits),
  waba_id: Type.Optional(Digits),
})

/** What the business wrote on its own phone: an echo. Other fields go into the message as they are. */
export const EchoBody = Type.Object({
  to: Phone,
  phone_number_id: Digits,
  id: Type.Optional(Text),
  type: Type.Optional(Text),
  timestamp: Type.Optional(Type.Integer({ minimum: 0 })),
})

/** A chunk of what was written before the number joined, or that it will not be shared. */
export const HistoryBody = Type.Object({
  phone_number_id: Digits,
  declined: Type.Optional(Type.Boolean()),
  phase: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
  chunk_order: Type.Optional(Type.Integer({ minimum: 1 })),
  progress: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  threads: Type.Optional(
    Type.Array(Type.Object({ with: Phone, messages: Type.Array(Fields, { maxItems: 10_000 }) })),
  ),
})

/** A status to report of a message taken earlier; `error_code` belongs to `failed`. */
export const StatusBody = Type.Object({
  status: Type.Enum(['sent', 'delivered', 'read', 'played', 'failed']),
  error_code: Type.Optional(Type.Integer({ minimum: 0 })),
  timestamp: Type.Optional(Type.Integer({ minimum: 0 })),
})

/** How many items of a list to give, newest first, and of which customer or sender's own id. */
export const ListQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 50_000, default: 100 }),
  to: Type.Optional(Type.String()),
  from: Type.Optional(Type.String()),
  biz_opaque_callback_data: Type.Optional(Type.String()),
})

/** A person and what their phone does; a new one needs a phone or a user id. */
export const CustomerBody = Type.Partial(
  Type.Object({
    wa_id: Phone,
    user_id: UserId,
    parent_user_id: UserId,
    username: Text,
    name: Text,
    hides_phone: Type.Boolean(),
    is_online: Type.Boolean(),
    sends_receipts: Type.Boolean(),
    has_account: Type.Boolean(),
    blocks_business: Type.Boolean(),
    refuses_marketing: Type.Boolean(),
  }),
)

/** Something that happens to a person, told to one number. */
export const CustomerEventBody = Type.Object({
  event: Type.Enum([
    'user_changed_number',
    'customer_identity_changed',
    'user_changed_user_id',
    'user_id_update',
    'marketing_stop',
    'marketing_resume',
  ]),
  phone_number_id: Digits,
  wa_id: Type.Optional(Phone),
  user_id: Type.Optional(UserId),
})

/** What is to be known of a number. */
export const NumberBody = Type.Object(
  {
    phone_number_id: Type.Optional(Digits),
    waba_id: Type.Optional(Digits),
    display_phone_number: Type.Optional(Phone),
    verified_name: Type.Optional(Text),
    quality_rating: Type.Optional(Type.Enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN'])),
    name_status: Type.Optional(Text),
    status: Type.Optional(Text),
    throughput: Type.Optional(Type.Enum(['STANDARD', 'HIGH', 'NOT_APPLICABLE'])),
    messaging_limit_tier: Type.Optional(Text),
    is_registered: Type.Optional(Type.Boolean()),
    is_on_biz_app: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

/** What happens to a template: each named part is changed and told by its webhook. */
export const TemplateBody = Type.Object(
  {
    status: Type.Optional(Type.Enum([...TEMPLATE_STATES])),
    reason: Type.Optional(Text),
    quality: Type.Optional(Type.Enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN'])),
    category: Type.Optional(Type.Enum(['AUTHENTICATION', 'MARKETING', 'UTILITY'])),
  },
  { additionalProperties: false, minProperties: 1 },
)

/** A trouble that strikes sends until its times are used up or it is taken away. */
export const FaultBody = Type.Object(
  {
    code: Type.Integer({ minimum: 0 }),
    manner: Type.Optional(Type.Enum(['refused', 'failed', 'flaky'])),
    phone_number_id: Type.Optional(Digits),
    waba_id: Type.Optional(Digits),
    to: Type.Optional(Phone),
    times: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
)

const Share = Type.Number({ minimum: 0, maximum: 1 })

/** What goes wrong, and how often. */
export const ChaosBody = Type.Partial(
  Type.Object(
    {
      seed: Text,
      ...(Object.fromEntries(KNOBS.map((knob) => [knob, Share])) as Record<
        (typeof KNOBS)[number],
        typeof Share
      >),
      delay_ms: Type.Integer({ minimum: 0, maximum: 600_000 }),
      batch_ms: Type.Integer({ minimum: 0, maximum: 60_000 }),
      batch_max: Type.Integer({ minimum: 1, maximum: 1_000 }),
      response_timeout_ms: Type.Integer({ minimum: 0, maximum: 600_000 }),
    },
    { additionalProperties: false },
  ),
)

/** Which of the platform's rules hold. */
export const SettingsBody = Type.Partial(
  Type.Object(
    {
      window: Type.Enum(['seen', 'strict', 'off']),
      window_answer: Type.Enum(['later', 'at_once']),
      pair_rate: Type.Boolean(),
      number_rate: Type.Boolean(),
      messaging_limit: Type.Boolean(),
      templates: Type.Enum(['seen', 'strict']),
      media: Type.Enum(['seen', 'strict']),
      rewrite_wa_ids: Type.Boolean(),
      webhook_version: Type.String({ pattern: '^v\\d+\\.\\d+$' }),
      template_review_ms: Type.Integer({ minimum: 0 }),
    },
    { additionalProperties: false },
  ),
)

/** How far to move the clock: by milliseconds, or to a time. */
export const TimeBody = Type.Object(
  {
    advance_ms: Type.Optional(Type.Integer({ minimum: 0 })),
    now: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
)

/** Ends the window of a pair, or sets when the customer last wrote. */
export const WindowBody = Type.Object(
  {
    phone_number_id: Digits,
    customer: Text,
    last_message_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  },
  { additionalProperties: false },
)

/** A group of people. */
export const GroupBody = Type.Object(
  {
    phone_number_id: Digits,
    subject: Text,
    participants: Type.Array(Phone, { minItems: 1, maxItems: 1_024 }),
  },
  { additionalProperties: false },
)
