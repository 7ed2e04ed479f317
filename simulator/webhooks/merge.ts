type Value = Record<string, unknown>

interface Change {
  field: string
  value: Value
}

interface Entry {
  id: string
  time?: number
  changes: Change[]
}

/** A webhook's body. */
export interface Payload {
  object: string
  entry: Entry[]
}

const LISTS = ['contacts', 'messages', 'statuses']

/**
 * Merges payloads into one, as the platform batches them: one entry per account, and one value per number and field.
 * Lists keep their order.
 */
export function mergePayloads(payloads: Payload[]): Payload {
  const merged: Payload = { object: payloads[0]!.object, entry: [] }
  for (const { entry } of payloads) {
    for (const { id, time, changes } of entry) {
      let into = merged.entry.find((one) => one.id === id && one.time === time)
      if (!into)
        merged.entry.push((into = { id, ...(time !== undefined && { time }), changes: [] }))
      for (const change of changes) addChange(into.changes, change)
    }
  }
  return merged
}

function addChange(changes: Change[], { field, value }: Change) {
  const twin = changes.find((one) => field === 'messages' && isMergeable(one, value))
  if (!twin) {
    changes.push({ value: { ...value }, field })
    return
  }
  for (const list of LISTS) {
    const added = value[list] as unknown[] | undefined
    if (!added) continue
    const before = (twin.value[list] as unknown[] | undefined) ?? []
    twin.value[list] =
      list === 'contacts' ? withoutRepeats([...before, ...added]) : [...before, ...added]
  }
}

function isMergeable(change: Change, value: Value): boolean {
  if (change.field !== 'messages' || value.errors || change.value.errors) return false
  return JSON.stringify(change.value.metadata) === JSON.stringify(value.metadata)
}

/** Keeps one item per contact; an item from a message has more fields than one from a status. */
function withoutRepeats(contacts: unknown[]): unknown[] {
  const people = new Map<unknown, Value>()
  for (const contact of contacts as Value[]) {
    const id = contact.wa_id ?? contact.user_id
    people.set(id, { ...people.get(id), ...contact })
  }
  return [...people.values()]
}
