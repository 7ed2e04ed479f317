import { bytes, json, number, text, time, uuid, word } from '../column.ts'
import { unexportedTable } from '../table.ts'

/** The table `api_requests`; `bodies` is encrypted, `created_at` the end of the response. */
export const api_requests = unexportedTable({
  visibleBy: 'nobody',
  rows: 'many',
  partitionedBy: 'id',
  erase: 'requests',
  unexported: 'copies of what other files contain, cut, deleted after 7 days',
}).columns({
  id: uuid(),
  key_id: uuid(),
  method: word(),
  route: text().nullable().impersonal('a route'),
  path: text().impersonal('ids and fixed words; a part that looks like an address is left out'),
  status: number(),
  duration_ms: number(),
  code: word().nullable(),
  errors: json<{ field: string; code: string }[]>().impersonal('names of fields and fixed words'),
  request_id: text().impersonal('chosen by the caller, deleted after 7 days'),
  bodies: bytes().nullable().secret('api_request').personal(),
  created_at: time(),
})

/** Rows of `api_requests`. */
export type ApiRequests = typeof api_requests.row
