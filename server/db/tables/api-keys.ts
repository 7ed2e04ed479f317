import type { KeyMode } from '#shared/api-keys.ts'
import { boolean, bytes, number, text, texts, time, uuid, uuids, word } from '../column.ts'
import { directoryTable } from '../table.ts'

/**
 * The table `api_keys`; `rate_limit` in requests a second, null without a limit. With `client_id`, the row is a connected app,
 * which has no secret but tokens (`app_tokens`); with `bot_id`, the bot acts.
 */
export const api_keys = directoryTable({ withoutContacts: 'keys of the workspace' }).columns({
  workspace_id: uuid(),
  id: uuid(),
  hash: bytes().nullable(),
  last_four: text(),
  name: text(),
  scopes: texts(),
  rate_limit: number().nullable(),
  created_by: uuid().nullable(),
  created_at: time(),
  expires_at: time().nullable(),
  last_used_at: time().nullable(),
  revoked_at: time().nullable(),
  allowed_networks: texts().nullable(),
  mode: word<KeyMode>().defaulted(),
  client_id: text().nullable(),
  team_ids: uuids().nullable(),
  sees_no_team: boolean().defaulted(),
  bot_id: uuid().nullable(),
})

/** Rows of `api_keys`. */
export type ApiKeys = typeof api_keys.row
