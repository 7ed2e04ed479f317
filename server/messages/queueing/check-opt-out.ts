import { AppError } from '#lib/errors.ts'
import type { SendReferences } from './read-references.ts'
import type { Send } from './read-send-input.ts'
import type { ResolvedTarget } from './resolve-targets.ts'

/**
 * Refuses a marketing template to a contact that is opted out, and a template of an unknown category, which can be one.
 *
 * @throws {AppError} contact_opted_out
 */
export function checkOptOut(
  { template }: Pick<Send, 'template'>,
  { isOptedOut }: Pick<ResolvedTarget, 'isOptedOut'>,
  { templateCategory: category }: Pick<SendReferences, 'templateCategory'>,
): void {
  if (!template || !isOptedOut || (category !== null && category !== 'MARKETING')) return
  throw new AppError(
    'contact_opted_out',
    category === null
      ? `The contact is opted out of marketing messages, and the category of the template ${template.name} is not known. Read the templates from the platform (POST /api/developer/channels/{id}/templates/sync).`
      : 'The contact is opted out of marketing messages. Utility and authentication templates can be sent.',
  )
}
