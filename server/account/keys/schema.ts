import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { ApiKeys } from '#db/tables/api-keys.ts'
import {
  closedObject,
  Id,
  idText,
  nullable,
  pickFields,
  Time,
  titled,
  optionals,
} from '#lib/schemas.ts'
import {
  KEY_MODES,
  KEY_NAME_CHARACTERS_MAX,
  KEY_NETWORKS_MAX,
  KEY_OVERLAP_HOURS,
  KEY_RATE_LIMIT,
  KEY_TEAMS_MAX,
} from '#shared/api-keys.ts'
import { SCOPES } from '#shared/scopes.ts'

const apiKeyFields = {
  id: Id,
  name: Type.String(),
  mode: Type.Enum([...KEY_MODES], {
    description:
      'The secret of a `live` key starts with `sk_live_`, that of a `test` key with `sk_test_`. A test key sends messages only on channels of the simulator.',
  }),
  last_four: Type.String(),
  scopes: Type.Array(Type.String()),
  rate_limit: nullable(
    Type.Integer({ description: 'Requests per second. Null means no rate limit.' }),
  ),
  allowed_networks: nullable(
    Type.Array(Type.String(), {
      description: 'The IP addresses and subnets that may use the key. Null means all.',
    }),
  ),
  team_ids: nullable(
    Type.Array(Id, {
      description:
        'The teams whose conversations, tickets and contacts the key sees. Null means those of the whole workspace.',
    }),
  ),
  sees_no_team: Type.Boolean({
    description: 'With `team_ids`: whether the key also sees what has no team.',
  }),
  bot_id: nullable(
    idText('The bot that the key belongs to: what is done with the key is done by the bot.'),
  ),
  created_by: nullable(Id),
  created_at: Time,
  expires_at: nullable(Time),
  last_used_at: nullable(Time),
  revoked_at: nullable(Time),
}

/** An API key, as the API returns it. Never includes its secret. */
export const ApiKey = titled('ApiKey', apiKeyFields)

/** An API key, as the API returns it. Never includes its secret. */
export type ApiKey = Static<typeof ApiKey>

/** The response to creating a key, the only one that includes its secret. */
export const CreatedApiKey = titled('CreatedApiKey', {
  ...apiKeyFields,
  secret: Type.String({ description: 'The full key. Shown only once.' }),
})

/** The response to creating a key, the only one that includes its secret. */
export type CreatedApiKey = Static<typeof CreatedApiKey>

/** The key that sent a request, and its workspace. */
export const Me = titled('Me', {
  id: Id,
  name: Type.String({ description: 'The name of the key.' }),
  mode: Type.Enum([...KEY_MODES], {
    description:
      'A `test` key sends messages only on channels of the simulator. More modes may be added.',
  }),
  scopes: Type.Array(Type.String(), {
    description: 'The scopes that the key was created with.',
  }),
  rate_limit: apiKeyFields.rate_limit,
  team_ids: apiKeyFields.team_ids,
  sees_no_team: apiKeyFields.sees_no_team,
  bot_id: apiKeyFields.bot_id,
  expires_at: apiKeyFields.expires_at,
  workspace: Type.Object({ id: Id, name: Type.String() }),
})

/** The key that sent a request, and its workspace. */
export type Me = Static<typeof Me>

/** The body of POST /api/developer/api-keys. */
export const CreateApiKeyBody = closedObject({
  name: Type.String({ minLength: 1, maxLength: KEY_NAME_CHARACTERS_MAX }),
  mode: Type.Optional(
    Type.Enum([...KEY_MODES], {
      default: 'live',
      description:
        'A `test` key reads and changes the workspace as a live key does, but no message of it leaves by a channel of a real platform.',
    }),
  ),
  scopes: Type.Array(Type.Enum([...SCOPES]), { minItems: 1, maxItems: SCOPES.length }),
  ...optionals({
    expires_at: nullable(
      Type.String({
        format: 'date-time',
        description:
          'An RFC 3339 timestamp with any UTC offset. Null means the key does not expire.',
      }),
    ),
    rate_limit: nullable(
      Type.Integer({
        minimum: KEY_RATE_LIMIT.min,
        maximum: KEY_RATE_LIMIT.max,
        default: KEY_RATE_LIMIT.default,
        description: 'Requests per second. Null means no rate limit.',
      }),
    ),
    team_ids: nullable(
      Type.Array(Id, {
        minItems: 1,
        maxItems: KEY_TEAMS_MAX,
        description:
          'The teams whose conversations, tickets and contacts the key sees. It then cannot have the scopes `admin`, `*`, `webhooks:read` and `webhooks:write`. Null means the whole workspace.',
      }),
    ),
    sees_no_team: Type.Boolean({
      default: false,
      description: 'With `team_ids`: whether the key also sees what has no team.',
    }),
    bot_id: nullable(
      idText(
        'The bot that the key belongs to. It then cannot have the scopes `admin`, `*`, `webhooks:read` and `webhooks:write`.',
      ),
    ),
    allowed_networks: nullable(
      Type.Array(Type.String({ maxLength: 50 }), {
        minItems: 1,
        maxItems: KEY_NETWORKS_MAX,
        description:
          'The IP addresses and subnets that may use the key, such as 203.0.113.7 or 10.0.0.0/8. Null means all.',
      }),
    ),
  }),
})

/** The body of POST /api/developer/api-keys/{id}/rotate. */
export const RotateApiKeyBody = closedObject(
  optionals({
    overlap_hours: Type.Integer({
      minimum: KEY_OVERLAP_HOURS.min,
      maximum: KEY_OVERLAP_HOURS.max,
      default: KEY_OVERLAP_HOURS.default,
      description: 'How long the replaced key stays valid. 0 ends it now.',
    }),
  }),
)

/** Converts a row of `api_keys` to an API resource. */
export function toApiKey(
  row: Omit<Selectable<ApiKeys>, 'workspace_id' | 'hash' | 'client_id'>,
): ApiKey {
  return pickFields(ApiKey, row)
}
