import { findAt, hasItems, hasMembers } from '../tree.ts'
import type { FormDeclaration } from './form-declaration.ts'

/** Elementor Pro, with and without "Advanced Data": `fields[ID][title|type|value]`, or labels and values. */
export const elementor: FormDeclaration = {
  isShape: (tree) =>
    hasMembers(findAt(tree, 'form'), ['id', 'name']) && hasItems(tree, 'fields', ['value']),
  answers: ['fields'],
  ignored: /^(form_id|form_name|Date|Time|Page URL|User Agent|Remote IP|Powered by)$/,
}
