import { NO_MORE } from '../capabilities.ts'
import type { Platform } from '../platform.ts'
import { META_ACCOUNT } from './meta-account.ts'
import { createReader } from './create-reader.ts'
import { createReceiver } from './create-receiver.ts'
import { createGraphErrors } from './create-graph-errors.ts'
import { createMediaFetcher } from './create-media-fetcher.ts'
import { createGraph } from './graph.ts'
import type { PagePlatform } from './frame.ts'
import { provePage } from './prove-page.ts'
import { readPagePart } from './read-page-part.ts'

/** Creates a platform of pages or accounts that only receives; `object` is what its payloads are about. */
export function createPagePlatform(page: PagePlatform, object: string): Platform {
  const errors = createGraphErrors({ classes: {}, reasons: {}, advices: {} })
  return {
    type: page.type,
    capabilities: {
      isHosted: false,
      identityKind: page.identityKind,
      windowMs: 24 * 3_600_000,
      sending: null,
      ...NO_MORE,
    },
    account: META_ACCOUNT,
    setupUrl: null,
    receiver: createReceiver(),
    reader: createReader({
      object,
      readAccounts: (_value, owner) => ({ account: owner, businessAccount: undefined }),
      readPart: (part, receivedAt) => readPagePart(page, part, receivedAt),
    }),
    errors,
    questions: null,
    createClient(options) {
      const graph = createGraph(options, errors)
      return {
        fetchMedia: createMediaFetcher(options),
        proveOwnership: (claim) => provePage(graph, page, claim),
      }
    },
  }
}
