import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { SEARCH_CHARACTERS_MAX } from '#shared/pages.ts'
import { useDebounced } from '../lib/use-debounced.ts'
import { filterGroups } from './palette-entries.ts'
import type { Entry } from './palette-entries.ts'
import { PaletteList } from './palette-list.tsx'
import classes from './palette.module.css'
import { useFoundEntries } from './use-found-entries.tsx'
import { usePaletteCommands } from './use-palette-commands.tsx'
import { useRecentEntries } from './use-recent-entries.tsx'

const DEBOUNCE_MS = 150

/**
 * Shows the command palette: what was opened last, commands of the current page, all pages, and what the search finds. It
 * opens when `opened` increases. Its size never changes, and results appear below the commands, so nothing moves.
 */
export function Palette({ opened }: { opened: number }) {
  const t = useTranslations('palette')
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [returnsFocus, setReturnsFocus] = useState(true)
  useEffect(() => {
    if (opened === 0) return
    setReturnsFocus(true)
    setOpen(true)
  }, [opened])
  const recent = useRecentEntries(isOpen && typed.trim() === '')
  return (
    <Modal.Root
      opened={isOpen}
      onClose={() => setOpen(false)}
      returnFocus={returnsFocus}
      size="40rem"
      yOffset="10dvh"
      transitionProps={{ onExited: () => setTyped(''), duration: 100 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('title')} classNames={{ content: classes.content }}>
        <PaletteBody
          typed={typed}
          onType={setTyped}
          recent={recent}
          onRun={({ movesFocus = false }) => {
            setReturnsFocus(!movesFocus)
            setOpen(false)
          }}
        />
      </Modal.Content>
    </Modal.Root>
  )
}

function PaletteBody(props: {
  typed: string
  onType: (text: string) => void
  recent: Entry[]
  /** Called before an entry is run, to close the palette. */
  onRun: (entry: Entry) => void
}) {
  const { typed, onType, recent, onRun } = props
  const t = useTranslations('palette')
  const tSearch = useTranslations('search')
  const id = useId()
  const text = typed.trim()
  const commands = usePaletteCommands()
  const found = useFoundEntries(text, useDebounced(text, DEBOUNCE_MS))
  const groups = [
    ...(text === '' && recent.length > 0
      ? [{ id: 'recent', label: t('recent.title'), entries: recent }]
      : []),
    ...filterGroups(commands, text),
    ...found.groups,
  ]
  const entries = groups.flatMap((group) => group.entries)
  const [chosenId, setChosen] = useState<string | null>(null)
  const selected = entries.find((entry) => entry.id === chosenId) ?? entries[0]
  // Enter before the results of the text have arrived runs the first one then.
  const isAwaited = useRef(false)
  const run = (entry: Entry | undefined) => {
    isAwaited.current = false
    if (!entry) return
    onRun(entry)
    entry.run()
  }
  const latest = useRef({ selected, run })
  latest.current = { selected, run }
  useEffect(() => {
    if (found.isSettled && isAwaited.current) latest.current.run(latest.current.selected)
  }, [found.isSettled])
  const move = (by: number) => {
    const index = entries.findIndex((entry) => entry === selected) + by
    setChosen(entries.at(index % entries.length)?.id ?? null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'PageDown') setChosen(entries.at(-1)?.id ?? null)
    else if (event.key === 'PageUp') setChosen(entries[0]?.id ?? null)
    else if (event.key === 'Enter') {
      const isEarly = !found.isSettled && (selected?.isStale || selected?.id === 'search-page')
      if (isEarly && chosenId === null) isAwaited.current = true
      else if (!selected?.isStale) run(selected)
    } else return
    event.preventDefault()
  }
  return (
    <div className={classes.body} data-palette>
      <label className={classes.field}>
        <IconSearch size={18} aria-hidden />
        <input
          className={classes.input}
          role="combobox"
          aria-label={t('placeholder')}
          aria-expanded
          aria-controls={`${id}list`}
          aria-activedescendant={selected && `${id}${selected.id}`}
          aria-autocomplete="list"
          placeholder={t('placeholder')}
          value={typed}
          maxLength={SEARCH_CHARACTERS_MAX}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={({ currentTarget }) => {
            isAwaited.current = false
            setChosen(null)
            onType(currentTarget.value)
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <PaletteList
        id={id}
        groups={groups}
        selectedId={selected?.id ?? null}
        onSelect={setChosen}
        onRun={run}
      />
      <p className={classes.status} role="status">
        {found.error
          ? t('failed')
          : !found.isSettled
            ? t('searching')
            : text === ''
              ? t('hint')
              : tSearch('results', { count: entries.length - 1 })}
      </p>
    </div>
  )
}
