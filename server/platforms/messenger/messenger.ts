import { createPagePlatform } from '../meta/create-page-platform.ts'

/** Messenger: the conversations of Facebook pages. */
export const messenger = createPagePlatform({ type: 'messenger', identityKind: 'psid' }, 'page')
