type Component = {
  type?: unknown
  text?: unknown
  parameters?: unknown
}

/**
 * Returns the text of a template's body with `given` parameters filled in, by position or by name; null when the body
 * is unknown. A placeholder without a parameter stays. Source: Cloud API, "Template components".
 */
export function renderTemplate(components: unknown, given: unknown[]): string | null {
  const body = toList(components).find((each) => isBody(each))
  if (typeof body?.text !== 'string') return null
  const parameters = toList(toList(given).find((each) => isBody(each))?.parameters)
  return body.text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (place, key: string) => {
    const named = parameters.find((each) => each['parameter_name'] === key)
    const parameter = named ?? (/^\d+$/.test(key) ? parameters[Number(key) - 1] : undefined)
    return parameter === undefined ? place : (wordsOf(parameter) ?? place)
  })
}

function wordsOf(parameter: Record<string, unknown>): string | undefined {
  const { type, text } = parameter
  if (typeof text === 'string') return text
  const node = typeof type === 'string' ? (parameter[type] as Record<string, unknown> | null) : null
  const fallback = node?.['fallback_value']
  return typeof fallback === 'string' ? fallback : undefined
}

function isBody(component: Component): boolean {
  return typeof component.type === 'string' && component.type.toLowerCase() === 'body'
}

function toList(value: unknown): (Component & Record<string, unknown>)[] {
  return Array.isArray(value)
    ? value.filter((each) => typeof each === 'object' && each !== null)
    : []
}
