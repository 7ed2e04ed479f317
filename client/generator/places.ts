/** Names of resources whose path has another one. */
const RENAMED: Readonly<Record<string, string>> = { chat: 'conversation', endpoint: 'webhook' }

/** A part of a path that is filled in, and the name of a variable for it. */
export type Place = { name: string; variable: string }

/** Returns the parts of a path that are filled in, such as `contact_id` for the `id` of `/api/v1/contacts/{id}`. */
export function findPlaces(path: string): Place[] {
  return [...path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].map(([, resource, name]) => ({
    name: name!,
    variable: name === 'id' ? toIdVariable(toSingular(resource!)) : name!,
  }))
}

/** Returns the name of a variable for the id of a kind of resource. */
export function toIdVariable(kind: string): string {
  return `${(RENAMED[kind] ?? kind).replaceAll('-', '_')}_id`
}

function toSingular(resource: string): string {
  return resource.replace(/ies$/, 'y').replace(/s$/, '')
}
