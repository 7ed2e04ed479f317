import { hasItems } from '../tree.ts'
import type { FormDeclaration } from './form-declaration.ts'

/**
 * Lead ads of Meta, as the Graph API returns a lead and as automation services pass it on. Meta's own webhook holds only
 * the lead's id. Source: "Retrieving leads".
 */
export const metaLeadAds: FormDeclaration = {
  isShape: (tree) => hasItems(tree, 'field_data', ['name', 'values']),
  answers: ['field_data'],
  submissionId: [['id'], ['leadgen_id']],
}
