import { useEffect, useRef } from 'react'
import type { ShortcutId } from '#shared/shortcuts.ts'
import { createStore, useStore } from './create-store.ts'

/** A command that the current page adds to the palette. */
type Command = { id: string; label: string; shortcut?: ShortcutId; run: () => void }

const commands = createStore<readonly Command[]>([])

/** Adds commands to the palette while the component is mounted. */
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
    commands.update((before) => withCommands(before, own))
    return () => commands.update((before) => before.filter((each) => !own.includes(each)))
  }, [signature])
}

/** Returns the commands of the current page. */
export function useActiveCommands(): readonly Command[] {
  return useStore(commands)
}

/** Returns `commands` with `added`; a command replaces the one with the same id and keeps its position. */
export function withCommands(
  commands: readonly Command[],
  added: readonly Command[],
): readonly Command[] {
  const byId = new Map([...commands, ...added].map((each) => [each.id, each]))
  return [...byId.values()]
}
