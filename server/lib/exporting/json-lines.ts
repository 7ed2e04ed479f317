import { toJson } from '../to-json.ts'

/** Returns each object as a line of JSON. Source: github.com/ndjson/ndjson-spec. */
export function jsonLines(objects: readonly object[]): string {
  return objects.map((each) => `${toJson(each)}\n`).join('')
}
