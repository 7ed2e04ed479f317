import assert from 'node:assert/strict'
import { Compile } from 'typebox/compile'
import type { Validator } from 'typebox/compile'
import type { App } from '#http/app.ts'
import { Problem } from '#lib/schemas.ts'
import type { Answer } from './answer.ts'
import { readPaths } from './runner/list-declared-codes.ts'
import { createCodeRecorder } from './runner/create-code-recorder.ts'

type Schema = Record<string, unknown>
type Operation = {
  id: string
  method: string
  path: RegExp
  validators: Map<number, () => Validator>
  codes: ReadonlySet<string>
  routeCodes: ReadonlySet<string>
}

/** Options of the calls of a test. */
export type CallOptions = {
  /** The requests are random: another run gets other errors, so these do not count as tested. */
  areRandom?: boolean
}

/** The operations of each set of routes, by their ids: the files of a process open the same API, and describing it takes a tenth of a second. */
const known = new Map<string, Operation[]>()

let problemValidator: Validator | undefined

/** Records the errors that routes list, so that a run finds those that no test got. */
const recordCode = createCodeRecorder(process.env['TEST_CODES_FILE'])

/**
 * Returns a function that checks a response of `app` against its description: documented status and error code, exactly the
 * described fields, a request id, and RFC 9457 for errors, or RFC 6749 at `/oauth`. Routes without a description pass.
 */
export function createAnswerCheck(
  app: App,
  { areRandom = false }: CallOptions = {},
): (request: string, answer: Answer) => void {
  let operations: Operation[] | undefined
  const problem = (problemValidator ??= Compile(
    exact(Problem) as typeof Problem,
  ) as unknown as Validator)
  const find = (request: string) => {
    operations ??= findOperations(app)
    const [method, url] = request.split(' ') as [string, string]
    const path = url.split('?', 1)[0]!
    return operations.find((each) => each.method === method && each.path.test(path))
  }
  return (request, answer) => {
    assert.ok(answer.headers['x-request-id'], `${request} has no X-Request-Id`)
    if (answer.status >= 400) {
      if (/^\S+ \/health\//.test(request)) return
      // Programs expect the errors of OAuth there.
      if (request.startsWith('POST /oauth/') && answer.status <= 401) {
        assert.deepEqual(Object.keys(answer.body).toSorted(), ['error', 'error_description'])
        return
      }
      assert.match(String(answer.headers['content-type']), /^application\/problem\+json/, request)
      checkAgainst(problem, answer, request)
      assert.equal(answer.body.status, answer.status)
      assert.equal(answer.body.request_id, answer.headers['x-request-id'])
      assert.equal('errors' in answer.body, answer.status === 422)
      const code = String(answer.body.code)
      // Read before the route is known, or by tests that plant a failure.
      if (['route_not_found', 'method_not_allowed'].includes(code) || answer.status === 500) return
      const failed = find(request)
      if (!failed) return
      checkCode(failed, code, request)
      if (!areRandom && failed.routeCodes.has(code)) recordCode(failed.id, code)
      return
    }
    const operation = find(request)
    if (!operation) return
    const described = operation.validators.get(answer.status)
    assert.ok(described, `${request} answered ${answer.status}, which it does not describe`)
    if (answer.status === 204 || answer.status === 304) assert.equal(answer.text, '')
    else if (answer.body !== undefined) checkAgainst(described(), answer, request)
  }
}

function checkCode({ codes }: Operation, code: string, request: string): void {
  assert.ok(
    codes.has(code),
    `${request} answered ${code}, which its route does not list in \`errors\``,
  )
}

function checkAgainst(validator: Validator, answer: Answer, request: string): void {
  if (validator.Check(answer.body)) return
  const errors = validator.Errors(answer.body) as unknown[]
  assert.fail(`${request}: ${JSON.stringify(errors.slice(0, 3))} in ${answer.text.slice(0, 600)}`)
}

/** Returns the operations of `app`, which are read once for all with the same routes. */
function findOperations(app: App): Operation[] {
  const routes = app.declaredRoutes.map(({ method, url }) => `${String(method)} ${url}`).join('\n')
  const operations = known.get(routes) ?? readOperations(app)
  known.set(routes, operations)
  return operations
}

function readOperations(app: App): Operation[] {
  const operations = Object.entries(readPaths(app)).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      template: path,
      method: method.toUpperCase(),
      path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      validators: readValidators(operation),
      codes: new Set(operation['x-problem-codes']),
      routeCodes: new Set(operation['x-route-codes']),
    })),
  )
  // A path without parameters precedes one whose parameter would match it too.
  return operations.toSorted((a, b) => parameters(a.template) - parameters(b.template))
}

function parameters(template: string): number {
  return template.split('{').length
}

/** Returns the validators of an operation by status. Each is compiled at its first use: a file calls few operations. */
function readValidators(operation: {
  responses: Record<string, any>
}): Map<number, () => Validator> {
  return new Map(
    Object.entries(operation.responses)
      .filter(([status]) => /^(2\d\d|304)$/.test(status))
      .map(([status, response]) => {
        const schema = response.content?.['application/json']?.schema ?? {}
        let validator: Validator | undefined
        const compile = () => Compile(exact(schema) as typeof Problem) as unknown as Validator
        return [Number(status), () => (validator ??= compile())]
      }),
  )
}

/** Returns `schema` with unknown fields refused. */
function exact(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(exact)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'properties'
        ? Object.fromEntries(Object.entries(value as Schema).map(([k, v]) => [k, exact(v)]))
        : exact(value),
    ]),
  )
  const isClosed = Object.keys((copy['properties'] as object | undefined) ?? {}).length > 0
  return isClosed ? { additionalProperties: false, ...copy } : copy
}
