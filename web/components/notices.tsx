import { Button, CloseButton, Text } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useStore } from '../lib/create-store.ts'
import { activeKeys, useMemberKeys } from '../lib/member-keys.ts'
import { Keys } from './keys.tsx'
import { noticePlaces } from './notice-place.tsx'
import classes from './notices.module.css'
import { hideNotice, pressButton, shownNotice } from './notify.ts'
import type { Notice } from './notify.ts'
import { UNDO_MS } from './undo-ms.ts'

const DONE_MS = 4_000
const FAILED_MS = 10_000

/** Shows what was done, or what failed, in one line at a time. */
export function Notices() {
  const notice = useStore(shownNotice)
  return notice && <Line key={notice.id} notice={notice} />
}

/** Shows a line at the place of notices, beside the composer and the rows of a list. */
export function NoticeFrame(props: { isFailure?: boolean; children: ReactNode }) {
  const { isFailure = false, children } = props
  const frame = useRef<HTMLDivElement>(null)
  useAtPlace(frame)
  return (
    <div ref={frame} className={classes.frame} data-notice>
      <div className={classes.line} data-failure={isFailure}>
        {children}
      </div>
    </div>
  )
}

function Line({ notice }: { notice: Notice }) {
  const { text, reason, button, isUndo = false } = notice
  const t = useTranslations('states')
  const keys = activeKeys('undo', useMemberKeys())
  const [isHeld, setHeld] = useState(false)
  const isFailure = reason !== undefined
  useEffect(() => {
    if (isHeld) return undefined
    const shownMs = isFailure ? FAILED_MS : isUndo ? UNDO_MS : DONE_MS
    const timer = setTimeout(() => hideNotice(notice), shownMs)
    return () => clearTimeout(timer)
  }, [notice, isHeld, isFailure, isUndo])
  return (
    <NoticeFrame isFailure={isFailure}>
      <div
        className={classes.content}
        role="alert"
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
        // The focus stays where one works.
        onMouseDown={(event) => event.preventDefault()}
      >
        <Text size="sm" className={classes.text} title={isFailure ? undefined : text}>
          {isFailure ? <strong>{text}</strong> : text}
          {isFailure && reason !== '' && ` · ${reason}`}
        </Text>
        {button && (
          <Button
            flex="none"
            size="compact-sm"
            variant="light"
            aria-keyshortcuts={isUndo && keys ? keys : undefined}
            rightSection={
              isUndo &&
              keys && (
                <span aria-hidden className={classes.keys}>
                  <Keys keys={keys} />
                </span>
              )
            }
            onClick={() => pressButton(notice)}
          >
            {button.label}
          </Button>
        )}
        {isFailure && (
          <CloseButton size="sm" aria-label={t('close')} onClick={() => hideNotice(notice)} />
        )}
      </div>
    </NoticeFrame>
  )
}

/** Keeps an element at the lower edge of the innermost place that is visible. */
function useAtPlace(frame: { current: HTMLElement | null }): void {
  const all = useStore(noticePlaces)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(update)
    for (const { element } of all) {
      observer.observe(element)
      if (element.parentElement) observer.observe(element.parentElement)
    }
    if (frame.current) observer.observe(frame.current)
    window.addEventListener('resize', update)
    update()
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', update)
      for (const { element } of all) {
        element.style.removeProperty('height')
        delete element.dataset['used']
      }
    }
    function update(): void {
      const visible = all.filter(({ element }) => element.checkVisibility())
      const used = visible.findLast(({ isPage }) => !isPage) ?? visible.at(-1)
      const { style, offsetHeight } = frame.current ?? {}
      if (!style) return
      for (const { element, isPage } of all) {
        const isUsed = element === used?.element
        element.dataset['used'] = String(isUsed)
        if (isPage) element.style.height = isUsed ? `${offsetHeight}px` : ''
      }
      const { left, width, bottom } =
        used?.element.getBoundingClientRect() ?? document.body.getBoundingClientRect()
      style.left = `${left}px`
      style.width = `${width}px`
      style.bottom = `${Math.max(0, window.innerHeight - bottom)}px`
    }
  }, [all, frame])
}
