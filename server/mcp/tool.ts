import { Type } from 'typebox'
import type { Static, TObject, TProperties } from 'typebox'
import type { Scope } from '#db/context.ts'
import type { createMessageSender } from '#messages/queueing/create-message-sender.ts'
import { cutText } from '#lib/cut-text.ts'
import { nullable } from '#lib/schemas.ts'
import type { RouteScope } from '#shared/scopes.ts'

/** The longest text of one message or note in a result, in characters. */
const TEXT_CHARACTERS_MAX = 1000

/** The caller of a request: its scope, the scopes of its key, and the function that sends messages. */
export type Caller = {
  scope: Scope
  keyScopes: readonly string[]
  send: ReturnType<typeof createMessageSender>
}

/**
 * The effect of a tool: `read` changes nothing, `write` changes the workspace, `reach` can also send something to a
 * customer.
 */
type Effect = 'read' | 'write' | 'reach'

/** A tool that models can call. A key needs every scope of `scopes`; `run` returns JSON of the shape `output`. */
export type Tool = {
  name: string
  title: string
  description: string
  effect: Effect
  scopes: readonly RouteScope[]
  input: TObject
  output: TObject
  run: (caller: Caller, input: never) => Promise<unknown>
}

/** Keeps the types of a tool's input and `run` together. */
export function tool<Input extends TObject>(
  given: Omit<Tool, 'input' | 'run'> & {
    input: Input
    run: (caller: Caller, input: Static<Input>) => Promise<unknown>
  },
): Tool {
  return given as Tool
}

/** Short schemas of results: the descriptions of the tools say what they mean, and a model pays for each word. */
export const OUTPUT = {
  text: Type.String(),
  textOrNull: nullable(Type.String()),
  flag: Type.Boolean(),
  integer: Type.Integer(),
  repeated: Type.Optional(Type.Literal(true)),
} as const

/** Returns the schema of a list of objects with these fields. */
export function listOf<P extends TProperties>(fields: P) {
  return Type.Array(Type.Object(fields))
}

/** Returns the first `max` characters of a text, with an ellipsis where it is cut. */
export function shorten(text: string | null, max = TEXT_CHARACTERS_MAX): string | null {
  return text !== null && text.length > max ? `${cutText(text, max)}…` : text
}
