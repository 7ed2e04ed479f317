import { randomInt } from 'node:crypto'
import { describeError } from './describe-error.ts'
import { badParameter } from './errors.ts'
import type { GraphError } from './errors.ts'
import { isObject } from './is-object.ts'
import { moveTemplate } from './template-changes.ts'
import type { SimulatorState } from '../state.ts'
import type { Component, Template } from './template.ts'

const CATEGORIES = ['AUTHENTICATION', 'MARKETING', 'UTILITY']
const TEMPLATES_MAX = 10_000

/**
 * Stores a new template, which is reviewed after the configured time.
 *
 * @throws {GraphError} code 100 for a wrong shape, or a name and language that exist
 */
export function createTemplate(
  state: SimulatorState,
  wabaId: string,
  body: Record<string, unknown>,
): Template {
  const { name, language, category } = body
  if (typeof name !== 'string' || !/^[a-z0-9_]{1,512}$/.test(name)) {
    throw badParameter(
      'Invalid parameter',
      'name has 1 to 512 lowercase letters, digits and underscores.',
    )
  }
  if (typeof language !== 'string' || !/^[a-z]{2,3}(_[A-Za-z]{2,4})?$/.test(language)) {
    throw badParameter('Invalid parameter', 'language is a code such as en or pt_BR.')
  }
  if (typeof category !== 'string' || !CATEGORIES.includes(category.toUpperCase())) {
    throw badParameter(`Param category must be one of {${CATEGORIES.join(', ')}}.`)
  }
  const components = toComponents(body.components)
  if (findTemplates(state, wabaId, name).some((one) => one.language === language)) {
    throw describeError({
      subcode: 2388024,
      title: 'Content in this language already exists',
      details: `There is already content in ${language} for the template "${name}".`,
    })
  }
  if (state.templates.size >= TEMPLATES_MAX) throw badParameter('There are too many templates.')
  const template: Template = {
    id: `${randomInt(1, 9)}${String(randomInt(2 ** 47)).padStart(15, '0')}`,
    wabaId,
    name,
    language,
    category: category.toUpperCase(),
    status: 'PENDING',
    rejectedReason: 'NONE',
    quality: 'UNKNOWN',
    parameterFormat:
      body.parameter_format === 'NAMED' || body.parameter_format === 'named'
        ? 'NAMED'
        : 'POSITIONAL',
    components,
    createdAt: state.clock.now(),
  }
  state.templates.set(template.id, template)
  scheduleReview(state, template)
  return template
}

/** Changes a template's components or category and starts a new review. */
export function editTemplate(
  state: SimulatorState,
  template: Template,
  body: Record<string, unknown>,
): void {
  if (body.components !== undefined) template.components = toComponents(body.components)
  if (typeof body.category === 'string') {
    if (!CATEGORIES.includes(body.category.toUpperCase())) {
      throw badParameter(`Param category must be one of {${CATEGORIES.join(', ')}}.`)
    }
    template.category = body.category.toUpperCase()
  }
  template.status = 'PENDING'
  scheduleReview(state, template)
}

/** Returns the templates of an account, optionally by name; `hello_world` always exists. */
export function findTemplates(state: SimulatorState, wabaId: string, name?: string): Template[] {
  addHelloWorld(state, wabaId)
  return [...state.templates.values()].filter(
    (one) => one.wabaId === wabaId && (name === undefined || one.name === name),
  )
}

/** Returns a template as the API shows it. */
export function showTemplate(template: Template): Record<string, unknown> {
  return {
    name: template.name,
    parameter_format: template.parameterFormat,
    components: template.components,
    language: template.language,
    status: template.status,
    category: template.category,
    rejected_reason: template.rejectedReason,
    quality_score: { score: template.quality, date: Math.floor(template.createdAt / 1000) },
    id: template.id,
  }
}

function scheduleReview(state: SimulatorState, template: Template) {
  state.clock.in(state.settings.template_review_ms, () => {
    if (state.templates.get(template.id) !== template || template.status !== 'PENDING') return
    const isRefused =
      template.name.endsWith('_rejected') || /\}\}\s*\{\{/.test(JSON.stringify(template.components))
    moveTemplate(state, template, isRefused ? 'REJECTED' : 'APPROVED')
  })
}

function toComponents(value: unknown): Component[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw badParameter('The parameter components is required.')
  }
  const components = value.map((component) => {
    if (!isObject(component) || typeof component.type !== 'string') {
      throw badParameter('Invalid parameter', 'Each of components is an object with a type.')
    }
    return { ...component, type: component.type.toUpperCase() } as Component
  })
  const wrong = components.find(
    ({ type }) =>
      !['HEADER', 'BODY', 'FOOTER', 'BUTTONS', 'CAROUSEL', 'LIMITED_TIME_OFFER'].includes(type),
  )
  if (wrong) throw badParameter('Invalid parameter', `${wrong.type} is no type of component.`)
  if (!components.some(({ type }) => type === 'BODY')) {
    throw badParameter('Invalid parameter', 'A template has a component of type BODY.')
  }
  return components
}

function addHelloWorld(state: SimulatorState, wabaId: string) {
  const id = `1${wabaId.slice(-14).padStart(14, '0')}1`
  if (state.templates.has(id)) return
  state.templates.set(id, {
    id,
    wabaId,
    name: 'hello_world',
    language: 'en_US',
    category: 'UTILITY',
    status: 'APPROVED',
    rejectedReason: 'NONE',
    quality: 'GREEN',
    parameterFormat: 'POSITIONAL',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Hello World' },
      { type: 'BODY', text: 'Welcome! This message shows that the simulator and you can talk.' },
      { type: 'FOOTER', text: 'The Cloud API simulator' },
    ],
    createdAt: state.clock.now(),
  })
}

/** Returns the refusal for a missing template. */
export function unknownTemplate(): GraphError {
  return describeError({
    subcode: 2593002,
    title: 'Message Template Not Found',
    details: 'The message template could not be found.',
  })
}
