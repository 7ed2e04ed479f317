import { bytes, number, text, time } from '../column.ts'
import { unexportedTable } from '../table.ts'

/** The first answer to a key, byte for byte. */
export const idempotency_keys = unexportedTable({
  visibleBy: {
    everybody:
      'the request must be the same; an answer about what the caller does not see is refused',
  },
  rows: 'many',
  erase: 'answers',
  unexported: 'copies of what other files contain, deleted after a day',
}).columns({
  route: text().impersonal('a route'),
  key: text().impersonal('chosen by the caller, deleted after a day'),
  fingerprint: bytes().impersonal('a hash, deleted after a day'),
  response_status: number().nullable(),
  response_body: text().nullable().personal(),
  created_at: time(),
})
