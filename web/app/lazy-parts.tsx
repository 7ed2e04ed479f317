import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { undoLast } from '../components/notify.ts'
import { bulkQuestion, runningBulks } from '../lib/bulk-actions.ts'
import { confirmation } from '../lib/confirmation.ts'
import { useStore } from '../lib/create-store.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { lazyPartWithTexts } from '../lib/lazy-part-with-texts.ts'
import { closeNewMessage, useNewMessage } from '../lib/new-message.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { useSettled } from '../lib/use-settled.ts'
import { openCounts, openPalette, openShortcutList } from './open-parts.ts'

const Palette = lazyPartWithTexts(async () => (await import('./palette.tsx')).Palette)
const ConfirmationDialog = lazyPartWithTexts(
  async () => (await import('./confirmation-dialog.tsx')).ConfirmationDialog,
)
const BulkProgress = lazyPartWithTexts(
  async () => (await import('../components/selection/bulk-progress.tsx')).BulkProgress,
)
const NotificationEffects = lazyPart(
  async () => (await import('./notification-effects.tsx')).NotificationEffects,
)
const NewMessageDialog = lazyPartWithTexts(
  async () =>
    (await import('../features/inbox/new-message/new-message-dialog.tsx')).NewMessageDialog,
)
const ShortcutList = lazyPartWithTexts(
  async () => (await import('./shortcut-list.tsx')).ShortcutList,
)

/**
 * Renders the command palette, the list of shortcuts, the dialog of a new message and the one that asks for the password. Their code loads once
 * the page has settled, or when they are first opened.
 */
export function LazyParts() {
  const t = useTranslations('shell')
  const tStates = useTranslations('states')
  const opened = useStore(openCounts)
  const isAsked = useStore(confirmation) !== null
  const newMessage = useNewMessage()
  const isAsking = useStore(bulkQuestion) !== null
  const hasBulks = useStore(runningBulks).length > 0 || isAsking
  const isSettled = useSettled()
  const group = t('groups.app')
  useShortcuts([
    { id: 'command_menu', label: t('commands'), group, inFields: true, run: openPalette },
    { id: 'shortcut_list', label: t('shortcuts'), group, run: openShortcutList },
    { id: 'undo', label: tStates('undo'), group, run: undoLast },
  ])
  return (
    <>
      <Suspense fallback={null}>
        {(isSettled || opened.palette > 0) && <Palette opened={opened.palette} />}
      </Suspense>
      {/* Each has its own boundary: one whose code loads would reset another that is open. */}
      <Suspense fallback={null}>{isSettled && <NotificationEffects />}</Suspense>
      <Suspense fallback={null}>{hasBulks && <BulkProgress />}</Suspense>
      <Suspense fallback={null}>{isAsked && <ConfirmationDialog />}</Suspense>
      <Suspense fallback={null}>
        {newMessage && <NewMessageDialog {...newMessage} onClose={closeNewMessage} />}
      </Suspense>
      <Suspense fallback={null}>
        {opened.shortcuts > 0 && <ShortcutList opened={opened.shortcuts} />}
      </Suspense>
    </>
  )
}
