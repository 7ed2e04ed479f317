import type { SimulatorState } from '../state.ts'
import type { BusinessNumber } from '../webhooks/envelope.ts'
import { refusal } from './errors.ts'
import { renderTemplate, renderUnknown } from './render-template.ts'
import type { RenderedTemplate } from './render-template.ts'
import { findTemplates } from './templates.ts'

/** A template message that can be sent: what the customer sees, and the category that sets its price. */
interface PreparedTemplate {
  category: string
  rendered: RenderedTemplate
}

/**
 * Finds the template of a send in the number's account and fills it in.
 *
 * @throws {GraphError} 132001 missing or not approved, 132015 paused, 132016 disabled, and the errors of filling it in
 */
export function prepareTemplate(
  state: SimulatorState,
  { wabaId }: BusinessNumber,
  node: unknown,
): PreparedTemplate {
  const { name, language, components } = node as {
    name: string
    language: { code: string }
    components?: unknown
  }
  const isLenient = state.settings.templates === 'seen'
  let found = findTemplates(state, wabaId, name)
  // When the number's account is unknown, the template may have been created in another account.
  if (found.length === 0 && isLenient) {
    found = [...state.templates.values()].filter((one) => one.name === name)
  }
  if (found.length === 0 && isLenient) {
    return { category: 'UTILITY', rendered: renderUnknown(name, components) }
  }
  const template = found.find((one) => one.language === language.code)
  if (!template) {
    throw refusal(132001, `template name (${name}) does not exist in ${language.code}`)
  }
  if (template.status === 'PAUSED') throw refusal(132015)
  if (template.status === 'DISABLED') throw refusal(132016)
  if (template.status !== 'APPROVED' && template.status !== 'FLAGGED') {
    throw refusal(132001, `template name (${name}) in ${language.code} is ${template.status}`)
  }
  return { category: template.category, rendered: renderTemplate(template, components) }
}
