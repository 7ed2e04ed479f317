import { refusal } from './errors.ts'
import { isObject } from './is-object.ts'
import type { Component, Template } from './template.ts'
import { toText } from './to-text.ts'

/** A template as the customer sees it; a header is text, or media by its node. */
export interface RenderedTemplate {
  name: string
  header: { type: string; text?: string; media?: Record<string, unknown> } | null
  body: string
  footer: string | null
  buttons: { type: string; text: string; payload: string | null; url: string | null }[]
}

type Parameter = Record<string, unknown> & { type: string }

interface Given {
  header: Parameter[]
  body: Parameter[]
  buttons: Map<number, Parameter[]>
}

/**
 * Fills in a template with the parameters of a send.
 *
 * @throws {GraphError} 132000 for a wrong number of parameters, 132012 for a wrong kind, 132005 for too long a text
 */
export function renderTemplate(template: Template, sent: unknown): RenderedTemplate {
  const given = toGiven(sent)
  const part = (type: string) => template.components.find((one) => one.type === type)
  const body = part('BODY')
  const text = fill('body', template, toText(body?.text ?? ''), given.body)
  if (text.length > 32_768) throw refusal(132005)
  return {
    name: template.name,
    header: renderHeader(template, part('HEADER'), given.header),
    body: text,
    footer: part('FOOTER') ? toText(part('FOOTER')!.text ?? '') : null,
    buttons: renderButtons(template, part('BUTTONS'), given.buttons),
  }
}

/** Returns a substitute for a template that was not created: its name and the parameters. */
export function renderUnknown(name: string, sent: unknown): RenderedTemplate {
  const { header, body, buttons } = toGiven(sent)
  const media = header.find(({ type }) => isObject(header[0]?.[type]))
  const words = body.map(textOf)
  return {
    name,
    header: media
      ? { type: media.type, media: media[media.type] as Record<string, unknown> }
      : null,
    body: words.length > 0 ? words.join(' · ') : `Template ${name}`,
    footer: null,
    buttons: [...buttons].map(([index, [parameter]]) => ({
      type: 'QUICK_REPLY',
      text: `Button ${index + 1}`,
      payload: typeof parameter?.payload === 'string' ? parameter.payload : null,
      url: null,
    })),
  }
}

function toGiven(sent: unknown): Given {
  const given: Given = { header: [], body: [], buttons: new Map() }
  for (const component of Array.isArray(sent) ? sent : []) {
    if (!isObject(component)) continue
    const parameters = (Array.isArray(component.parameters) ? component.parameters : []).filter(
      isObject,
    ) as Parameter[]
    const type = String(component.type).toLowerCase()
    if (type === 'header') given.header.push(...parameters)
    if (type === 'body') given.body.push(...parameters)
    if (type === 'button') given.buttons.set(Number(component.index ?? 0), parameters)
  }
  return given
}

function fill(where: string, template: Template, text: string, parameters: Parameter[]): string {
  const slots = new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name!))
  if (slots.size !== parameters.length) {
    throw refusal(
      132000,
      `${where}: number of localizable_params (${parameters.length}) does not match the expected number of params (${slots.size})`,
    )
  }
  const isNamed = template.parameterFormat === 'NAMED'
  const values = new Map<string, string>()
  for (const [at, parameter] of parameters.entries()) {
    const name = parameter.parameter_name
    if (isNamed !== (typeof name === 'string')) {
      throw refusal(132012, `${where}: parameters are ${isNamed ? 'named' : 'positional'}`)
    }
    const value = textOf(parameter)
    if (value === '') throw refusal(132012, `${where}: parameter ${at + 1} has no text`)
    if (/\n|\t| {5}/.test(value)) {
      throw refusal(
        132007,
        `${where}: a parameter has no line breaks, tabs or five spaces in a row`,
      )
    }
    values.set(isNamed ? String(name) : String(at + 1), value)
  }
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    const value = values.get(name)
    if (value === undefined) throw refusal(132012, `${where}: ${whole} has no parameter`)
    return value
  })
}

function textOf(parameter: Parameter): string {
  const node = parameter[parameter.type]
  if (isObject(node)) return toText(node.fallback_value ?? '')
  return typeof parameter.text === 'string' ? parameter.text : toText(node ?? '')
}

function renderHeader(
  template: Template,
  header: Component | undefined,
  parameters: Parameter[],
): RenderedTemplate['header'] {
  if (!header) {
    if (parameters.length > 0) throw refusal(132000, 'header: the template has none')
    return null
  }
  const format = toText(header.format ?? 'TEXT').toLowerCase()
  if (format === 'text') {
    return { type: 'text', text: fill('header', template, toText(header.text ?? ''), parameters) }
  }
  const [parameter] = parameters
  if (parameters.length !== 1) {
    throw refusal(132000, `header: number of params (${parameters.length}), expected (1)`)
  }
  if (parameter!.type !== format || !isObject(parameter![format])) {
    throw refusal(
      132012,
      `header: Format mismatch, expected ${format.toUpperCase()}, received ${parameter!.type.toUpperCase()}`,
    )
  }
  return { type: format, media: parameter![format] as Record<string, unknown> }
}

function renderButtons(
  template: Template,
  buttons: Component | undefined,
  given: Given['buttons'],
): RenderedTemplate['buttons'] {
  const all = Array.isArray(buttons?.buttons) ? buttons.buttons.filter(isObject) : []
  for (const index of given.keys()) {
    if (!all[index]) throw refusal(132012, `button: the template has none at index ${index}`)
  }
  return all.map((button, index) => {
    const type = String(button.type).toUpperCase()
    const parameters = given.get(index) ?? []
    const url = typeof button.url === 'string' ? button.url : null
    const words = toText(button.text ?? type)
    const payload = parameters.find((one) => typeof one.payload === 'string')?.payload
    return {
      type,
      text: words,
      payload: type === 'QUICK_REPLY' ? toText(payload ?? words) : null,
      url:
        url === null
          ? null
          : fill(
              `button ${index}`,
              { ...template, parameterFormat: 'POSITIONAL' },
              url,
              url.includes('{{') ? parameters.map(withoutName) : [],
            ),
    }
  })
}

function withoutName({ parameter_name: _, ...parameter }: Parameter): Parameter {
  return parameter as Parameter
}
