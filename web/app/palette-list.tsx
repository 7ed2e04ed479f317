import { IconCornerDownRight } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { MarkedText } from '../components/marked-text.tsx'
import type { Entry, EntryGroup } from './palette-entries.ts'
import classes from './palette.module.css'

/** Shows the entries of the palette by group, as the list of its field. `id` begins the ids of list and entries. */
export function PaletteList(props: {
  id: string
  groups: readonly EntryGroup[]
  selectedId: string | null
  onSelect: (id: string) => void
  onRun: (entry: Entry) => void
}) {
  const { id, groups, selectedId, onSelect, onRun } = props
  const t = useTranslations('palette')
  useEffect(() => {
    if (selectedId === null) return
    const entry = document.getElementById(`${id}${selectedId}`)
    const isFirst = entry?.matches('[data-first]') ?? false
    // The heading above the first entry is shown too.
    entry?.closest(isFirst ? '[role="group"]' : '[role="option"]')?.scrollIntoView({
      block: 'nearest',
    })
  }, [id, selectedId])
  return (
    <div
      id={`${id}list`}
      className={classes.list}
      role="listbox"
      aria-label={t('list')}
      // The list is moved by the keys of the field.
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map((group, index) => (
        <div key={group.id} role="group" aria-labelledby={`${id}${group.id}`}>
          <div id={`${id}${group.id}`} className={classes.heading} role="presentation">
            {group.label}
          </div>
          {group.entries.map((entry, place) => (
            <div
              key={entry.id}
              id={`${id}${entry.id}`}
              className={classes.entry}
              role="option"
              aria-selected={entry.id === selectedId}
              data-stale={entry.isStale}
              data-first={index === 0 && place === 0 ? true : undefined}
              onMouseMove={() => onSelect(entry.id)}
              onClick={() => !entry.isStale && onRun(entry)}
            >
              <span className={classes.left}>
                {entry.left ?? <IconCornerDownRight size={16} stroke={1.5} aria-hidden />}
              </span>
              <span className={classes.texts}>
                <Line className={classes.label} text={entry.label} />
                {entry.detail && <Line className={classes.detail} text={entry.detail} />}
              </span>
              {entry.right}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

function Line({ text, className }: { text: Entry['label']; className: string | undefined }) {
  const marked = typeof text === 'string' ? { text, ranges: [] } : text
  return <MarkedText {...marked} {...(className && { className })} />
}
