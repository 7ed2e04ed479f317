import { Type } from 'typebox'
import { titled } from './schemas.ts'

/**
 * One event of a stream. OpenAPI 3.1 has no place for the schema of a stream's events, so tools read the schema of
 * `text/event-stream` as that of each of them.
 */
export const ServerSentEvent = titled(
  'ServerSentEvent',
  {
    id: Type.Optional(
      Type.String({ description: 'The position in the stream, from which it can be resumed.' }),
    ),
    event: Type.Optional(Type.String({ description: 'The type of the event.' })),
    data: Type.Optional(Type.String({ description: 'The event as JSON.' })),
    retry: Type.Optional(
      Type.Integer({ description: 'After this many milliseconds, reconnect to an ended stream.' }),
    ),
  },
  'Each event of the stream has these fields.',
)
