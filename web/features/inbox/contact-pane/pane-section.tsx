import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { storage } from '../../../lib/storage.ts'
import classes from './contact-pane.module.css'

const PREFIX = 'parley-person-pane'

/** Shows a section of the pane that can be collapsed; the browser remembers it. */
export function PaneSection(props: {
  name: string
  title: string
  count?: number | undefined
  action?: ReactNode
  isOpenAtFirst?: boolean
  children: ReactNode
}) {
  const { name, title, count, action, isOpenAtFirst = true, children } = props
  const id = useId()
  const key = `${PREFIX}:${name}`
  const [isOpen, setOpen] = useState(() => {
    const kept = storage.get(key)
    return kept === null ? isOpenAtFirst : kept === 'open'
  })
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.sectionHead}>
        <h3 className={classes.sectionTitle} id={id}>
          <button
            type="button"
            className={classes.sectionButton}
            aria-expanded={isOpen}
            onClick={() => {
              storage.set(key, isOpen ? 'closed' : 'open')
              setOpen(!isOpen)
            }}
          >
            <IconChevronRight size={16} aria-hidden className={classes.chevron} />
            {title}
            {count !== undefined && count > 0 && <span className={classes.count}>{count}</span>}
          </button>
        </h3>
        {action}
      </div>
      {isOpen && <div className={classes.sectionBody}>{children}</div>}
    </section>
  )
}
