import type { ListedCodes } from '../openapi/describe-failures.ts'

/** A schema of the description, as far as the pages show it. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}

type Media = { content?: Record<string, { schema?: Schema; example?: object }>; $ref?: string }
/** A parameter of an operation, or a field of a schema. */
export type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}

/** An operation of the description. */
export type ReferenceOperation = {
  operationId: string
  summary: string
  description?: string
  tags: [string]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: Media
  responses: Record<string, Media & { description?: string }>
  'x-problem-codes': ListedCodes
}

/** The description of the API, as far as the pages show it. */
export type Description = {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, ReferenceOperation>>
  components: { schemas: Record<string, Schema> } & Record<string, Record<string, unknown>>
}
