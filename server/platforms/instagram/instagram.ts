import { createPagePlatform } from '../meta/create-page-platform.ts'

/** Instagram: the conversations of professional accounts. */
export const instagram = createPagePlatform(
  { type: 'instagram', identityKind: 'igsid' },
  'instagram',
)
