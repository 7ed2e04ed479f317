import { listProblemCodes } from '#http/openapi/list-problem-codes.ts'
import { sampleData } from '#webhooks/sample-data.ts'
import { ERRORS } from '#shared/errors.ts'
import { EVENT_MEANINGS, EVENT_TYPES } from '#shared/event-types.ts'
import type { EventType } from '#shared/event-types.ts'

/** The part of the API description that the catalogue of errors needs. */
type Description = Parameters<typeof listProblemCodes>[0] & {
  paths: Record<
    string,
    Record<string, Parameters<typeof listProblemCodes>[1] & { operationId: string }>
  >
}

/** A code that more operations have than this is not listed with each of them. */
const LISTED_MAX = 12
const EXAMPLE_TIME = new Date('2026-03-02T09:30:00.000Z')

/** Returns the page with every event type, its meaning and an example, as Markdown. */
export function writeEventCatalogue(): string {
  return [
    '# Events',
    'Everything that happens in a workspace is recorded as an event. [Webhooks](webhooks.md) deliver events, `GET /api/v1/events` lists them in order, and `GET /api/v1/events/stream` sends them as they happen. All three have the same body. Ignore types that you do not know: more may be added.',
    'Events about the same subject carry the same resource in `data`, as it was after the change.',
    ...EVENT_TYPES.map(
      (type) => `## ${type}\n\n${EVENT_MEANINGS[type]}\n\n${fence(toExample(type))}`,
    ),
    '',
  ].join('\n\n')
}

function toExample(type: EventType): object {
  let last = 0
  const createId = () => `019cae2c-0000-7000-8000-${String(++last).padStart(12, '0')}`
  return {
    id: createId(),
    type,
    created_at: EXAMPLE_TIME,
    workspace_id: createId(),
    test: false,
    data: sampleData(type, EXAMPLE_TIME, createId),
  }
}

function fence(value: object): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``
}

/** Returns the page with every error code, its status, its meaning and its operations, as Markdown. */
export function writeErrorCatalogue(description: object): string {
  const users = findUsers(description as Description)
  const rows = Object.entries(ERRORS).map(
    ([code, [status, title]]) =>
      `| <span id="${code}">\`${code}\`</span> | ${status} | ${title}.${listUsers(users.get(code) ?? [])} |`,
  )
  return [
    '# Errors',
    'Every error is `application/problem+json` with one of these codes. A code keeps its meaning. [Handle errors](guides/errors.md) shows how to use them.',
    ['| Code | Status | Meaning |', '| --- | --- | --- |', ...rows].join('\n'),
    '',
  ].join('\n\n')
}

/** Returns the operations that answer with each code. */
function findUsers(description: Description): Map<string, string[]> {
  const users = new Map<string, string[]>()
  for (const operation of Object.values(description.paths).flatMap((path) => Object.values(path)))
    for (const code of Object.values(listProblemCodes(description, operation)).flat())
      users.set(code, [...(users.get(code) ?? []), operation.operationId])
  return users
}

function listUsers(operations: readonly string[]): string {
  if (operations.length === 0 || operations.length > LISTED_MAX) return ''
  return ` Returned by ${operations.map((id) => `\`${id}\``).join(', ')}.`
}
