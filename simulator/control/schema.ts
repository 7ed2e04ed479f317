import { Type } from '@fastify/type-provider-typebox'
import { KNOBS } from '../chaos/chaos.ts'
import { TEMPLATE_STATES } from '../graph/template.ts'

const Text = Type.String({ minLength: 1 })
const Phone = Type.String({ pattern: '^[+]?[0-9 ()-]{5,30}$' })
const Digits = Type.String({ pattern: '^\\d{1,30}$' })
const UserId = Type.String({ pattern: '^[A-Z]{2}\\.(ENT\\.)?[0-9A-Za-z]{1,128}$' })
const Fields = Type.Record(Type.String(), Type.Unknown())

/** An inbound message to send; unknown fields are copied into the message. */
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

/** A complete webhook payload to sign and post. */
export const PayloadBody = Type.Object({ payload: Fields })

/** A value of any webhook field; with `waba_id` alone it concerns an account and has no number's metadata. */
export const FieldBody = Type.Object({
  field: Text,
  value: Fields,
  phone_number_id: Type.Optional(Digits),
  waba_id: Type.Optional(Digits),
})

/** A message that the business sent from its own phone (an echo). Other fields are copied into the message. */
export const EchoBody = Type.Object({
  to: Phone,
  phone_number_id: Digits,
  id: Type.Optional(Text),
  type: Type.Optional(Text),
  timestamp: Type.Optional(Type.Integer({ minimum: 0 })),
})

/** The new holder of a conversation, and what its former holder says about the handover; null releases it. */
export const HolderBody = Type.Object(
  {
    holder: Type.Union([Type.Literal('business'), Type.Literal('agent'), Type.Null()]),
    reason: Type.Optional(Text),
    summary: Type.Optional(Text),
  },
  { additionalProperties: false },
)

/** A message that the platform's agent sent, reported in standby. Other fields are copied into its request. */
export const AgentReplyBody = Type.Object({
  to: Phone,
  phone_number_id: Digits,
  id: Type.Optional(Text),
  type: Type.Optional(Text),
  timestamp: Type.Optional(Type.Integer({ minimum: 0 })),
})

/** A call of a customer, and what comes of it; `duration` in seconds. */
export const CallBody = Type.Object(
  {
    from: Phone,
    phone_number_id: Digits,
    id: Type.Optional(Text),
    outcome: Type.Enum(['ringing', 'missed', 'answered']),
    duration: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
)

/** A chunk of messages from before the number joined, or the refusal to share them. */
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

/** A status of an accepted message; `error_code` belongs to `failed`. */
export const StatusBody = Type.Object({
  status: Type.Enum(['sent', 'delivered', 'read', 'played', 'failed']),
  error_code: Type.Optional(Type.Integer({ minimum: 0 })),
  timestamp: Type.Optional(Type.Integer({ minimum: 0 })),
})

/** The number of items to return, newest first, and filters by customer and by the sender's own id. */
export const ListQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 50_000, default: 100 }),
  to: Type.Optional(Type.String()),
  from: Type.Optional(Type.String()),
  biz_opaque_callback_data: Type.Optional(Type.String()),
})

/** A customer and the behaviour of their phone; a new one needs a phone number or a user id. */
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

/** A change in a customer's account that one number is notified of. */
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

/** Details of a number. */
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

/** Changes of a template; each named part is changed and reported by its webhook. */
export const TemplateBody = Type.Object(
  {
    status: Type.Optional(Type.Enum([...TEMPLATE_STATES])),
    reason: Type.Optional(Text),
    quality: Type.Optional(Type.Enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN'])),
    category: Type.Optional(Type.Enum(['AUTHENTICATION', 'MARKETING', 'UTILITY'])),
  },
  { additionalProperties: false, minProperties: 1 },
)

/** A fault that affects sends until its count is used up or it is deleted. */
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

/** Which failures happen, and how often. */
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

/** The platform's rules to enforce. */
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
      business_agent: Type.Boolean(),
    },
    { additionalProperties: false },
  ),
)

/** The new time of the clock: milliseconds to advance, or a time. */
export const TimeBody = Type.Object(
  {
    advance_ms: Type.Optional(Type.Integer({ minimum: 0 })),
    now: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
)

/** Closes the window of a pair, or sets when the customer last wrote. */
export const WindowBody = Type.Object(
  {
    phone_number_id: Digits,
    customer: Text,
    last_message_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  },
  { additionalProperties: false },
)

/** A group of customers. */
export const GroupBody = Type.Object(
  {
    phone_number_id: Digits,
    subject: Text,
    participants: Type.Array(Phone, { minItems: 1, maxItems: 1_024 }),
  },
  { additionalProperties: false },
)
