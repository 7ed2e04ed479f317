import type { PlatformReader } from '../platform-reader.ts'
import { isPayloadOf, readParts } from './read-parts.ts'
import type { ReadAccounts } from './read-parts.ts'
import { splitPayload } from './split-payload.ts'

/** The differences between the payloads of Meta's platforms; `object` is the type of object that a payload is about. */
type Options = Pick<PlatformReader, 'readPart'> & { object: string; readAccounts: ReadAccounts }

/** Creates the reader of one of Meta's platforms. */
export function createReader({ object, readAccounts, readPart }: Options): PlatformReader {
  return {
    parse: (body): unknown => JSON.parse(body.toString('utf8')),
    isOwnPayload: (payload) => isPayloadOf(payload, object),
    readParts: (payload) => readParts(payload, readAccounts),
    splitPayload,
    readPart,
  }
}
