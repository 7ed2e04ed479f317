import type { OauthClient } from '#shared/webhooks.ts'
import { toGroupErrors } from './to-group-errors.ts'

/** The fields of an OAuth client in the form; an empty secret keeps the stored one. */
export type OauthValues = {
  isUsed: boolean
  tokenUrl: string
  clientId: string
  clientSecret: string
  scope: string
}

/** The change of an OAuth client that the API takes. */
export type OauthBody = OauthClient & { client_secret?: string }

/** Returns the values of the form for a stored OAuth client. */
export function toOauthValues(stored: OauthClient | null): OauthValues {
  return {
    isUsed: stored !== null,
    tokenUrl: stored?.token_url ?? '',
    clientId: stored?.client_id ?? '',
    clientSecret: '',
    scope: stored?.scope ?? '',
  }
}

/** Reads the change of an OAuth client from the form: null removes it, undefined changes nothing. */
export function readOauth(
  values: OauthValues,
  stored: OauthClient | null,
): OauthBody | null | undefined {
  if (!values.isUsed) return stored ? null : undefined
  const body = {
    token_url: values.tokenUrl.trim(),
    client_id: values.clientId.trim(),
    scope: values.scope.trim() || null,
  }
  const { clientSecret: secret } = values
  const isSame =
    !secret &&
    stored?.token_url === body.token_url &&
    stored.client_id === body.client_id &&
    stored.scope === body.scope
  return isSame ? undefined : { ...body, ...(secret && { client_secret: secret }) }
}

const FIELDS: Record<string, string> = {
  token_url: 'tokenUrl',
  client_id: 'clientId',
  client_secret: 'clientSecret',
  scope: 'scope',
}

/** Returns the messages of an API error about an OAuth client by the name of their field in the form. */
export function toOauthErrors(err: Error): Record<string, string> {
  return toGroupErrors(err, 'oauth', FIELDS)
}
