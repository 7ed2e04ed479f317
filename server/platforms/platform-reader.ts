import type { Attempt, Reading } from './item.ts'
import type { Part } from './part.ts'

/** Reads the payloads of a platform. */
export type PlatformReader = {
  /** Parses a body. @throws {Error} when it cannot be parsed */
  parse: (body: Buffer) => unknown
  /** Returns whether a parsed payload is this platform's, whatever address it came to. */
  isOwnPayload: (payload: unknown) => boolean
  /** Returns every part of a payload, in order. */
  readParts: (payload: unknown) => Part[]
  /**
   * Returns a payload for each workspace with only its own parts; `owners` holds the workspaces of each part.
   * @throws {Error} when the payload is nested too deeply to be written again
   */
  splitPayload: (payload: unknown, owners: string[][]) => Map<string, Buffer>
  /** Returns everything that a part reports, in order. */
  readPart: (part: Part, receivedAt: Date, attempt: Attempt) => Reading[]
}
