import { hasItems, hasMembers } from '../tree.ts'
import type { FormDeclaration } from './form-declaration.ts'

/** Google Ads lead forms, with the key of the webhook in the payload. Source: "Implementation" of the webhook. */
export const googleAds: FormDeclaration = {
  isShape: (tree) =>
    hasMembers(tree, ['lead_id', 'google_key']) &&
    hasItems(tree, 'user_column_data', ['column_id']),
  answers: ['user_column_data'],
  submissionId: [['lead_id']],
  secretKey: 'google_key',
}
