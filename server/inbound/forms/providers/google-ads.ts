import { listAt } from '../tree.ts'
import type { FormDeclaration } from './form-declaration.ts'

/** Google Ads lead forms, with the key of the webhook in the payload. Source: "Implementation" of the webhook. */
export const googleAds: FormDeclaration = {
  isShape: (tree) => listAt(tree, 'user_column_data').length > 0,
  answers: ['user_column_data'],
  submissionId: [['lead_id']],
  testMark: 'is_test',
  secretKey: 'google_key',
}
