import { collectFields } from '../collect-fields.ts'
import type { FormDeclaration } from './form-declaration.ts'

/** Unbounce: each value is a list; as a form the values are also JSON in `data.json`. Source: "Using a Webhook". */
export const unbounce: FormDeclaration = {
  isShape: (tree) =>
    tree instanceof Map && tree.get('data.json') instanceof Map && tree.has('page_id'),
  read: (tree) => ({
    fields: collectFields((tree instanceof Map ? tree.get('data.json') : undefined) ?? tree),
  }),
  ignored:
    /^(ip_address|page_uuid|page_id|page_url|page_name|variant|time_submitted|date_submitted|data\.(json|xml).*)$/,
}
