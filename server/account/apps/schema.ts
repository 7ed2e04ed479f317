import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { ApiKeys } from '#db/tables/api-keys.ts'
import {
  closedObject,
  describedTime,
  Id,
  nullable,
  Time,
  titled,
  pickFields,
} from '#lib/schemas.ts'
import { APP_SCOPES } from '#shared/connected-apps.ts'

/** A query of 16 KB would not fit into the address of a browser. */
const QUERY_CHARACTERS_MAX = 16_000
const query = Type.String({
  maxLength: QUERY_CHARACTERS_MAX,
  description: 'The query of the address to which the app led the browser.',
})

const Host = nullable(
  Type.String({
    description: 'The host that describes the app; null if the app described itself.',
  }),
)

/** The query of GET /api/app/authorization. */
export const ShowAppQuery = closedObject({ query })

/** The body of POST /api/app/authorization. */
export const AnswerAppBody = closedObject({
  query,
  workspace_id: Type.Unsafe<string>({
    ...Id,
    description: 'The workspace that the member saw, which must be that of the session.',
  }),
  scopes: Type.Array(Type.Enum([...APP_SCOPES]), {
    maxItems: APP_SCOPES.length,
    description: 'The scopes that the app gets. None means that the member refuses access.',
  }),
})

/** The body of POST /api/app/authorization. */
export type AnswerAppBody = Static<typeof AnswerAppBody>

/** The request of an app for access, as a member sees it. */
export const ShownAppRequest = titled('ShownAppRequest', {
  name: Type.String({ description: 'The name that the app gives itself.' }),
  host: Host,
  redirect_host: Type.String({ description: 'The host to which the browser returns.' }),
  is_local: Type.Boolean({
    description: 'Whether the browser returns to a program on the same machine.',
  }),
  scopes: Type.Array(
    Type.Object({
      scope: Type.Enum([...APP_SCOPES]),
      can_grant: Type.Boolean({ description: 'Whether the role of the member allows it.' }),
    }),
    { description: 'The scopes that the app asks for.' },
  ),
  refusal: nullable(
    Type.Object(
      {
        error: Type.String({ description: 'The error code of OAuth.' }),
        message: Type.String(),
        return_url: Type.String({ description: 'The address that reports it to the app.' }),
      },
      { description: 'What is wrong about the request; null if it is valid.' },
    ),
  ),
})

/** The request of an app for access, as a member sees it. */
export type ShownAppRequest = Static<typeof ShownAppRequest>

/** The response to answering the request of an app. */
export const AnsweredApp = Type.Object({
  return_url: Type.String({ description: 'The address to which the browser must go.' }),
})

/** An app that a member connected to /mcp, as the API returns it. */
export const ConnectedApp = titled('ConnectedApp', {
  id: Id,
  name: Type.String({ description: 'The name that the app gave itself.' }),
  host: Host,
  scopes: Type.Array(Type.String(), {
    description:
      'The scopes that the member gave. Those that their role no longer allows are unusable.',
  }),
  connected_by: Id,
  created_at: Time,
  expires_at: describedTime('When it ends if it is not used.'),
  last_used_at: nullable(Time),
})

/** An app that a member connected to /mcp, as the API returns it. */
export type ConnectedApp = Static<typeof ConnectedApp>

/** Converts a row of `api_keys` that is a connected app to an API resource. */
export function toConnectedApp(row: Selectable<ApiKeys>): ConnectedApp {
  return pickFields(ConnectedApp, {
    ...row,
    host: URL.parse(row.client_id!)?.host || null,
    connected_by: row.created_by!,
    expires_at: row.expires_at!,
  })
}
