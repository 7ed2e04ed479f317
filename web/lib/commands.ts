import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Something that the palette can do on the page that is shown. */
export type Command = { id: string; label: string; group?: string; keys?: string; run: () => void }

const commands = new Map<string, Command>()
const listeners = new Set<() => void>()
let shown: Command[] = []

function changed(): void {
  shown = [...commands.values()]
  for (const each of listeners) each()
}

/** Puts `list` into the palette while the component is shown. */
export function useCommands(list: Command[]): void {
  const latest = useRef(list)
  useEffect(() => {
    latest.current = list
  })
  const signature = list.map((each) => `${each.id}\n${each.label}`).join('\n')
  useEffect(() => {
    const own = latest.current.map((each) => ({
      ...each,
      run: () => latest.current.find(({ id }) => id === each.id)?.run(),
    }))
    for (const each of own) commands.set(each.id, each)
    changed()
    return () => {
      for (const each of own) if (commands.get(each.id) === each) commands.delete(each.id)
      changed()
    }
  }, [signature])
}

/** What the palette can do on the page that is shown. */
export function useActiveCommands(): Command[] {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    () => shown,
  )
}
