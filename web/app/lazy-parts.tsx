import { Suspense, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { loadTexts } from '../lib/intl.tsx'
import { undoLast } from '../lib/notify.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { useSettled } from '../lib/use-settled.ts'
import { lazyPart } from '../lib/lazy-part.ts'

const Palette = lazyPart(async () => {
  const [{ Palette: component }] = await Promise.all([import('./palette.tsx'), loadTexts()])
  return component
})
const ShortcutList = lazyPart(async () => (await import('./shortcut-list.tsx')).ShortcutList)

/** Which of the parts that nobody needs at first were asked for, and how often. */
let asked = { palette: 0, shortcuts: 0 }
const listeners = new Set<() => void>()

function ask(part: keyof typeof asked): void {
  asked = { ...asked, [part]: asked[part] + 1 }
  for (const each of listeners) each()
}

/** Opens the command palette. */
export function openPalette(): void {
  ask('palette')
}

/** Shows the keys that work on the page. */
export function openShortcutList(): void {
  ask('shortcuts')
}

/** The palette and the list of keys: fetched when the page has settled or somebody asks, whichever is first. */
export function LazyParts() {
  const t = useTranslations('shell')
  const tStates = useTranslations('states')
  const opened = useSyncExternalStore(subscribe, () => asked)
  const isSettled = useSettled()
  const group = t('groups.app')
  useShortcuts([
    { keys: 'mod+k', label: t('commands'), group, inFields: true, run: openPalette },
    { keys: '?', label: t('shortcuts'), group, run: openShortcutList },
    { keys: 'z', label: tStates('undo'), group, run: undoLast },
  ])
  return (
    <Suspense fallback={null}>
      {(isSettled || opened.palette > 0) && <Palette opened={opened.palette} />}
      {opened.shortcuts > 0 && <ShortcutList opened={opened.shortcuts} />}
    </Suspense>
  )
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}
