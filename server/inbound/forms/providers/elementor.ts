import { findAt } from '../tree.ts'
import type { FormDeclaration } from './form-declaration.ts'

/** Elementor Pro, with and without "Advanced Data": `fields[ID][title|type|value]`, or labels and values. */
export const elementor: FormDeclaration = {
  isShape: (tree) =>
    findAt(tree, 'fields') instanceof Map &&
    (findAt(tree, 'form') instanceof Map || findAt(tree, 'meta') instanceof Map),
  answers: ['fields'],
  ignored: /^(form_id|form_name|Date|Time|Page URL|User Agent|Remote IP|Powered by)$/,
}
