import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Notices } from '#db/tables/notices.ts'
import { closedObject, Id, nullable, pickFields, Time, titled } from '#lib/schemas.ts'
import { pageQuery } from '#lib/page.ts'
import { RULE_OFF_REASONS } from '#shared/rules.ts'

/** Pending deliveries are counted up to this number for a notice; more are shown as "10,000 or more". */
export const WAITING_COUNTED_MAX = 10_000

const EndpointDisabled = Type.Object({
  endpoint_id: Id,
  url: Type.String(),
  reason: Type.Enum(['gone', 'failing'], {
    description:
      '`gone`: the endpoint responded with 410. `failing`: every attempt failed for three days.',
  }),
  failing_since: nullable(Time),
  last_error: nullable(Type.String({ description: 'The error code of the last failed attempt.' })),
  last_response_status: nullable(Type.Integer()),
})

const EndpointRecovered = Type.Object({
  endpoint_id: Id,
  url: Type.String(),
  disabled_at: nullable(Time),
  waiting: Type.Integer({
    description: `The number of pending deliveries, counted up to ${WAITING_COUNTED_MAX}.`,
  }),
})

const ChannelStopped = Type.Object({
  channel_id: Id,
  name: Type.String(),
  account: Type.String({ description: "The platform's id of the account." }),
  code: Type.String({ description: 'An error code of the platform or of Parley.' }),
  message: Type.String(),
  advice: Type.String({ description: 'How to fix the problem.' }),
})

const channels = Type.Array(Type.Object({ id: Id, name: Type.String(), account: Type.String() }), {
  description: 'The affected channels.',
})

const AccountRestricted = Type.Object({
  channels,
  status: Type.Enum(['restricted', 'disabled', 'disconnected']),
  reason: nullable(Type.String({ description: "The platform's reason, in its own wording." })),
})

const AccountViolation = Type.Object({
  channels,
  violation: Type.String({ description: "The platform's name for the violated policy." }),
})

const QualityLow = Type.Object({ channels, messaging_limit: nullable(Type.String()) })

const LimitLowered = Type.Object({
  channels,
  from: Type.String({ description: "The previous limit, in the platform's own wording." }),
  to: Type.String(),
})

const DomainUnproved = Type.Object({
  domain: Type.String(),
  record: Type.String({ description: 'The TXT record that proves the ownership of the domain.' }),
  status: Type.Enum(['missing', 'lapsed'], {
    description:
      '`missing`: the record was not found, and the domain still admits new members. `lapsed`: it does not any more.',
  }),
  lapses_at: Type.Unsafe<Date>(
    Type.String({
      format: 'date-time',
      description: 'When the domain stops, or stopped, admitting new members.',
    }),
  ),
})

const ClientCertificateExpires = Type.Object({
  endpoint_id: Id,
  url: Type.String(),
  subject: Type.String({ description: 'The subject of the client certificate.' }),
  expires_at: Time,
  is_expired: Type.Boolean({ description: 'Whether it had expired when the notice was written.' }),
})

const VisitorsLimited = Type.Object({
  channel_id: Id,
  name: Type.String({ description: 'The name of the web chat.' }),
  reason: Type.Enum(['storage_nearly_full', 'storage_full', 'files', 'conversations'], {
    description:
      '`storage_nearly_full`, `storage_full`: files of anonymous visitors use most, or all, of their share of the storage. `files`, `conversations`: the web chat got more of them from anonymous visitors than it takes.',
  }),
})

const BotOff = Type.Object({
  bot_id: Id,
  name: Type.String({ description: 'The name of the bot.' }),
  failures: Type.Integer({ description: 'Its time-outs in a row.' }),
})
const RuleSwitchedOff = Type.Object({
  rule_id: Id,
  name: Type.String(),
  reason: Type.Enum([...RULE_OFF_REASONS], {
    description:
      '`missing`: something that it names does not exist any more. `loop`: it fired again and again for a conversation at events that no person caused.',
  }),
  missing: Type.Array(Type.Object({ kind: Type.String(), id: Type.String() }), {
    description: 'What does not exist any more: its kind, and its id or name.',
  }),
})

/** The data of each kind of notice. */
const kinds = {
  endpoint_disabled: EndpointDisabled,
  endpoint_recovered: EndpointRecovered,
  channel_stopped: ChannelStopped,
  account_restricted: AccountRestricted,
  account_violation: AccountViolation,
  quality_low: QualityLow,
  limit_lowered: LimitLowered,
  domain_unproved: DomainUnproved,
  client_certificate_expires: ClientCertificateExpires,
  visitors_limited: VisitorsLimited,
  bot_off: BotOff,
  rule_switched_off: RuleSwitchedOff,
}

type Kinds = typeof kinds

/** The data of each kind of notice. */
export type NoticeFacts = { [Kind in keyof Kinds]: Static<Kinds[Kind]> }

/** A notice for admins: its kind and its data. */
export type Notice<Kind extends keyof Kinds = keyof Kinds> = {
  [K in Kind]: { kind: K; data: NoticeFacts[K] }
}[Kind]

/** A notice, as the API returns it. */
export const NoticeResource = titled('Notice', {
  id: Id,
  kind: Type.Unsafe<Notice['kind']>(Type.Enum(Object.keys(kinds))),
  data: Type.Unsafe<Notice['data']>(
    Type.Union(Object.values(kinds), {
      description: 'The details of the notice. The fields depend on `kind`.',
    }),
  ),
  created_at: Time,
  dismissed_at: nullable(Time),
  dismissed_by: nullable(Id),
})

/** A notice, as the API returns it. */
export type NoticeResource = Static<typeof NoticeResource>

/** The query of GET /api/developer/notices. */
export const ListNoticesQuery = closedObject({
  ...pageQuery,
  dismissed: Type.Optional(
    Type.Boolean({
      description:
        '`true` returns only dismissed notices, `false` only those that were not dismissed.',
    }),
  ),
})

/** The query of GET /api/developer/notices. */
export type ListNoticesQuery = Static<typeof ListNoticesQuery>

/** Converts a row of `notices` to an API notice. */
export function toNotice(row: Selectable<Notices>): NoticeResource {
  return pickFields(NoticeResource, {
    ...row,
    kind: row.kind as Notice['kind'],
    data: row.data as Notice['data'],
  })
}
