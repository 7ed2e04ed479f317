import type { FastifyInstance } from 'fastify'
import type { SimulatorState } from '../state.ts'
import { fieldsOf, pick } from './accounts.ts'
import { urlOf } from './base-url.ts'
import { badParameter } from './errors.ts'
import { isObject } from './is-object.ts'
import { pageOf } from './paging.ts'
import { createTemplate, findTemplates, showTemplate, unknownTemplate } from './templates.ts'
import type { Template } from './template.ts'
import { toText } from './to-text.ts'

type Query = Record<string, unknown>

/** Adds the templates of an account: create, list with filters and pages, delete by name or id. */
export function templateRoutes(
  graph: FastifyInstance,
  state: SimulatorState,
  version: string,
): void {
  const path = `${version}/:wabaId(^\\d+$)/message_templates`

  graph.post<{ Params: { wabaId: string } }>(path, async (request) => {
    if (!isObject(request.body)) throw badParameter('Invalid parameter')
    const { id, status, category } = createTemplate(state, request.params.wabaId, request.body)
    return { id, status, category }
  })

  graph.get<{ Params: { wabaId: string }; Querystring: Query }>(path, async (request) => {
    const { query } = request
    const kept = findTemplates(state, request.params.wabaId).filter((one) => matches(one, query))
    const fields = fieldsOf(query)
    return pageOf(
      kept,
      query,
      (one) => (fields ? { ...pick(showTemplate(one), fields), id: one.id } : showTemplate(one)),
      urlOf(request),
    )
  })

  graph.delete<{ Params: { wabaId: string }; Querystring: Query }>(path, async (request) => {
    const query = { ...request.query, ...(isObject(request.body) ? request.body : {}) } as Query
    const { name, hsm_id } = query
    if (typeof name !== 'string' || name === '')
      throw badParameter('The parameter name is required.')
    const found = findTemplates(state, request.params.wabaId, name).filter(
      ({ id }) => hsm_id === undefined || id === toText(hsm_id),
    )
    if (found.length === 0) throw unknownTemplate()
    for (const { id } of found) state.templates.delete(id)
    return { success: true }
  })
}

function matches(template: Template, query: Query): boolean {
  const { name, name_or_content } = query
  if (typeof name === 'string' && !template.name.includes(name)) return false
  if (typeof name_or_content === 'string') {
    const text = template.name + JSON.stringify(template.components)
    if (!text.toLowerCase().includes(name_or_content.toLowerCase())) return false
  }
  return (
    isAmong(template.status, query.status) &&
    isAmong(template.category, query.category) &&
    isAmong(template.language, query.language) &&
    isAmong(template.quality, query.quality_score)
  )
}

/** A filter is one word, or a JSON array of them. */
function isAmong(value: string, filter: unknown): boolean {
  if (typeof filter !== 'string' || filter === '') return true
  let words: unknown = filter
  try {
    if (filter.startsWith('[')) words = JSON.parse(filter)
  } catch {
    throw badParameter('Invalid parameter', 'A filter is a word or a JSON array of words.')
  }
  return [words].flat().some((word) => String(word).toLowerCase() === value.toLowerCase())
}
