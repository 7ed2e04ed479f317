import { IconDots } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { listenToSwipes } from './listen-to-swipes.ts'
import type { Swipes } from './listen-to-swipes.ts'
import classes from './row-swipe.module.css'

/** An action below a row that is moved to the right. */
type SwipeAction = {
  id: string
  label: string
  icon: ReactNode
  tone: 'accent' | 'note'
  run: () => void
}

/** The actions of a row: those below it when it is moved to the right, and the menu of the one at its other side. */
type RowActions = { right: SwipeAction[]; menu: (onClose: () => void) => ReactNode }

/**
 * Shows the actions of a row of a list that a finger moves aside: to the right, its own ones, and to the left, a menu of all. `rows` and
 * `body` are the selectors of a row and of what moves in it. `actionsOf`: null for a row that stays. Buttons elsewhere do the same.
 */
export function RowSwipe(props: {
  rows?: string
  body?: string
  moreLabel: string
  actionsOf: (row: HTMLElement) => RowActions | null
}) {
  const { rows = '[data-swipe]', body = '[data-swipe-body]', moreLabel, actionsOf } = props
  const [shown, setShown] = useState<{ row: HTMLElement; actions: RowActions } | null>(null)
  const [menu, setMenu] = useState<{ menu: RowActions['menu']; top: number } | null>(null)
  const swipes = useRef<Swipes | null>(null)
  const latest = useRef(actionsOf)
  latest.current = actionsOf
  useEffect(() => {
    const listening = listenToSwipes({
      rows,
      body,
      countOf(row, way) {
        const actions = latest.current(row)
        return actions ? (way === 'left' ? 1 : actions.right.length) : 0
      },
      onMove(row) {
        const actions = row && latest.current(row)
        setShown(actions ? { row, actions } : null)
      },
      onFar: (row) => latest.current(row)?.right[0]?.run(),
    })
    swipes.current = listening
    return listening.stop
  }, [rows, body])
  const run = (action: () => void) => () => {
    swipes.current?.reset()
    action()
  }
  return (
    <>
      {shown &&
        createPortal(
          <div className={classes.under} data-swipe-actions>
            {shown.actions.right.map(({ id, label, icon, tone, run: action }) => (
              <button
                key={id}
                type="button"
                data-action={id}
                data-tone={tone}
                onClick={run(action)}
              >
                {icon}
                {label}
              </button>
            ))}
            <button
              type="button"
              data-action="more"
              data-tone="quiet"
              onClick={run(() => {
                const { bottom } = shown.row.getBoundingClientRect()
                setMenu({ menu: shown.actions.menu, top: bottom })
              })}
            >
              <IconDots size={20} aria-hidden />
              {moreLabel}
            </button>
          </div>,
          shown.row,
        )}
      {menu && (
        <div className={classes.menu} style={{ top: menu.top }}>
          {menu.menu(() => setMenu(null))}
        </div>
      )}
    </>
  )
}
