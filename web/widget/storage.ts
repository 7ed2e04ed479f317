/**
 * A message that is not stored on the server yet. `isFailed`: the server refused it. One with a file is only in memory,
 * because browsers keep no files here.
 */
export type Unsent = {
  id: string
  text: string
  at: string
  page_url: string
  choice?: string
  file?: File
  isFailed?: boolean
}

/** The data that the browser keeps for one web chat. Each unsent message has its own key, so that tabs lose nothing. */
export type WidgetStorage = {
  get: (name: string) => string | null
  set: (name: string, value: string | null) => void
  unsent: () => Unsent[]
  keep: (message: Unsent) => void
  drop: (id: string) => void
}

/** Creates the storage of a web chat in `localStorage`; in memory where the browser forbids that. */
export function createStorage(publicId: string): WidgetStorage {
  const prefix = `parley-chat:${publicId}:`
  const memory = new Map<string, string>()
  const local = findLocalStorage()
  const read = (key: string) => (local ? local.getItem(key) : (memory.get(key) ?? null))
  const keys = () => (local ? Object.keys(local) : [...memory.keys()])

  function write(key: string, value: string | null): void {
    memory.delete(key)
    try {
      if (!local) throw new Error('no storage')
      if (value === null) local.removeItem(key)
      else local.setItem(key, value)
    } catch {
      if (value !== null) memory.set(key, value)
    }
  }

  return {
    get: (name) => memory.get(prefix + name) ?? read(prefix + name),
    set: (name, value) => write(prefix + name, value),
    unsent: () =>
      [...new Set([...keys(), ...memory.keys()])]
        .filter((key) => key.startsWith(`${prefix}unsent:`))
        .flatMap((key) => parse(memory.get(key) ?? read(key)))
        .toSorted((a, b) => (a.at < b.at ? -1 : 1)),
    keep: (message) => write(`${prefix}unsent:${message.id}`, JSON.stringify(message)),
    drop: (id) => write(`${prefix}unsent:${id}`, null),
  }
}

function findLocalStorage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

function parse(text: string | null): Unsent[] {
  try {
    const value = JSON.parse(text ?? '') as Unsent
    return typeof value.id === 'string' && typeof value.text === 'string' ? [value] : []
  } catch {
    return []
  }
}
