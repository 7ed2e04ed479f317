import type { ChannelType } from '#shared/channel-types.ts'
import type { Capabilities } from './capabilities.ts'
import type { ChannelIdentity } from './item.ts'
import type { ClientOptions, PlatformClient } from './platform-client.ts'
import type { PlatformErrors } from './platform-errors.ts'
import type { PlatformReader } from './platform-reader.ts'
import type { PlatformQuestions } from './platform-questions.ts'
import type { PlatformReceiver } from './platform-receiver.ts'

/**
 * Form of an account's id: an anchored regular expression, what an id that does not match must be, and whether ids
 * consist of digits.
 */
export type AccountForm = { pattern: string; requirement: string; isNumeric: boolean }

/**
 * A messaging platform. Each one is a folder beside this file; `registry/` lists them. The rest of the server knows
 * platforms only through this interface.
 */
export type Platform = {
  type: ChannelType
  capabilities: Capabilities
  account: AccountForm
  /** Page of the platform where an account is prepared; null where the web app does not guide through it. */
  setupUrl: string | null
  /** Null when nothing is delivered to the platform, because Parley itself is the platform. */
  receiver: PlatformReceiver | null
  reader: PlatformReader
  errors: PlatformErrors
  /** Creates the client of the platform. It owns no connections: it uses the ones in `options`. */
  createClient: (options: ClientOptions) => PlatformClient
  /** Questions whose answers the customer taps; null where the platform has none. */
  questions: PlatformQuestions | null
  /** Returns how a customer with this phone is addressed. Missing unless `opensByPhone`. */
  addressPhone?: (phoneE164: string) => { recipient: string; identity: ChannelIdentity }
}
