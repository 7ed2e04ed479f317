import { toList, toRecord } from '../to-storable.ts'

type Node = Record<string, unknown>

/**
 * Returns the text of a template that was sent: the body of its `definition`, with the parameters of the request in the
 * places of its placeholders. Without a definition it returns the name of the template.
 * Source: Cloud API, "Template messages".
 */
export function renderTemplate(sent: Node, definition: Node): string | null {
  const body = componentOf(definition, 'body')?.['text']
  if (typeof body !== 'string') return typeof sent['name'] === 'string' ? sent['name'] : null
  const parameters = toList(componentOf(sent, 'body')?.['parameters']).map(toRecord)
  return body.replaceAll(/\{\{\s*([^}]+?)\s*\}\}/g, (placeholder, name: string) => {
    const given =
      parameters.find((each) => each['parameter_name'] === name) ?? parameters[Number(name) - 1]
    const text = given && textOf(given)
    return text ?? placeholder
  })
}

function componentOf(template: Node, type: string): Node | undefined {
  return toList(template['components'])
    .map(toRecord)
    .find((each) => String(each['type']).toLowerCase() === type)
}

function textOf(parameter: Node): string | undefined {
  const node = toRecord(parameter[String(parameter['type'])])
  const text = parameter['text'] ?? node['fallback_value']
  return typeof text === 'string' ? text : undefined
}
