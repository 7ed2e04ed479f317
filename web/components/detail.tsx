import { Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconX } from '@tabler/icons-react'
import { createContext, use } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useCommands } from '../lib/commands.ts'
import { activeKeys, useMemberKeys } from '../lib/member-keys.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { usePageTitle } from '../lib/use-page-title.ts'
import classes from './detail.module.css'
import { IconButton, withKeys } from './icon-button.tsx'
import { notifyDone, notifyError } from './notify.ts'
import { Page } from './page.tsx'

/** Moves from an item to its neighbours in the list and back to the list. `isPane`: the item is shown beside the list. */
type DetailFrame = {
  isPane: boolean
  previous: (() => void) | undefined
  next: (() => void) | undefined
  close: () => void
}

/** How the list that the item belongs to shows it; null outside a list. */
export const DetailFrameContext = createContext<DetailFrame | null>(null)

/** The action that does again what the item records, such as resending a delivery. It has a key. */
type Rerun = { label: string; run: () => void; isRunning: boolean; isMinor?: boolean }

/** The parts of an item: its title, what is beside it, its actions and its content. `copied`: the text that one key copies. */
type DetailProps = {
  title: string
  heading?: ReactNode
  back: { to: string; label: string }
  beside?: ReactNode
  actions?: ReactNode
  rerun?: Rerun
  copied?: string
  children: ReactNode
}

/** Shows an item of a list: in a pane beside the list where there is room, else as a page. */
export function Detail(props: DetailProps) {
  const { copied, rerun, back, ...page } = props
  const frame = use(DetailFrameContext)
  const copy = useCopy(copied)
  useRerun(rerun)
  const actions = rerun ? (
    <>
      {props.actions}
      <RerunButton rerun={rerun} />
    </>
  ) : (
    props.actions
  )
  if (frame?.isPane) return <Pane {...props} actions={actions} frame={frame} copy={copy} />
  return <Page {...page} actions={actions} back={{ ...back, keepsFilters: frame !== null }} />
}

function Pane(props: DetailProps & { frame: DetailFrame; copy: (() => void) | undefined }) {
  const { title, heading, beside, actions, children, frame, copy } = props
  const t = useTranslations('tables')
  const tStates = useTranslations('states')
  usePageTitle(title)
  return (
    <section className={classes.pane} aria-label={title}>
      <div className={classes.head}>
        <div className={classes.line}>
          <h2>{heading ?? title}</h2>
          <div className={classes.buttons}>
            {copy && (
              <IconButton label={t('copy')} shortcut="copy" onClick={copy}>
                <IconCopy size={16} aria-hidden />
              </IconButton>
            )}
            <IconButton
              label={t('previous')}
              shortcut="inbox_previous"
              disabled={!frame.previous}
              onClick={frame.previous}
            >
              <IconArrowUp size={16} aria-hidden />
            </IconButton>
            <IconButton
              label={t('next')}
              shortcut="inbox_next"
              disabled={!frame.next}
              onClick={frame.next}
            >
              <IconArrowDown size={16} aria-hidden />
            </IconButton>
            <IconButton label={tStates('close')} keys="escape" onClick={frame.close}>
              <IconX size={16} aria-hidden />
            </IconButton>
          </div>
        </div>
        {(beside || actions) && (
          <div className={classes.actions}>
            {beside}
            {actions}
          </div>
        )}
      </div>
      <div className={classes.body} tabIndex={0} role="group" aria-label={title}>
        {children}
      </div>
    </section>
  )
}

function RerunButton({ rerun: { label, run, isRunning, isMinor } }: { rerun: Rerun }) {
  const keys = activeKeys('developer_rerun', useMemberKeys())
  return (
    <Button
      variant={isMinor ? 'default' : 'filled'}
      title={withKeys(label, keys)}
      loading={isRunning}
      onClick={run}
    >
      {label}
    </Button>
  )
}

/** Registers the key and the command of the action that runs an item again. */
function useRerun(rerun: Rerun | undefined): void {
  const t = useTranslations('tables')
  const run = () => {
    if (!rerun?.isRunning) rerun?.run()
  }
  const id = 'developer_rerun' as const
  const label = rerun?.label ?? ''
  useShortcuts(rerun ? [{ id, label, group: t('group'), run }] : [])
  useCommands(rerun ? [{ id: 'rerun', label, shortcut: id, run }] : [])
}

/** Returns a function that copies `text`, which also has a key; undefined without a text. */
function useCopy(text: string | undefined): (() => void) | undefined {
  const t = useTranslations('tables')
  const copy = () =>
    void navigator.clipboard.writeText(text ?? '').then(
      () => notifyDone(t('copied')),
      (err: unknown) => notifyError(t('copyFailed'), err),
    )
  useShortcuts(
    text === undefined ? [] : [{ id: 'copy', label: t('copy'), group: t('group'), run: copy }],
  )
  return text === undefined ? undefined : copy
}
