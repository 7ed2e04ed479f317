import {
  IconAlarm,
  IconArchive,
  IconArchiveOff,
  IconDownload,
  IconMailOpened,
  IconTag,
  IconTagOff,
  IconUserPlus,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { ShortcutId } from '#shared/shortcuts.ts'
import { useExport } from '../../../components/selection/use-export.ts'
import type { Selection } from '../../../lib/selection.ts'
import type { BulkChats } from '../actions/use-bulk-chats.ts'

/** An action on the selected conversations; `run` is null while it has none. */
type SelectionButton = {
  label: string
  shortcut?: ShortcutId
  Icon: Icon
  run: (() => void) | null
}

/** Returns the actions on the selected conversations. */
export function useSelectionButtons(selection: Selection, bulk: BulkChats): SelectionButton[] {
  const t = useTranslations('bulk')
  const download = useExport('chats', selection, bulk.filters)
  const { isClosedList, closeOrReopen, ask } = bulk
  const buttons: SelectionButton[] = [
    {
      label: t(isClosedList ? 'reopen' : 'close'),
      shortcut: 'inbox_close',
      Icon: isClosedList ? IconArchiveOff : IconArchive,
      run: closeOrReopen,
    },
    {
      label: t('assign'),
      shortcut: 'inbox_assign',
      Icon: IconUserPlus,
      run: () => ask('assign'),
    },
    { label: t('snooze'), shortcut: 'inbox_snooze', Icon: IconAlarm, run: () => ask('snooze') },
    { label: t('tag'), shortcut: 'inbox_tag', Icon: IconTag, run: () => ask('tag') },
    { label: t('untag'), Icon: IconTagOff, run: () => ask('untag') },
    { label: t('markRead'), Icon: IconMailOpened, run: bulk.markRead },
    { label: t('export'), Icon: IconDownload, run: download },
  ]
  return selection.count > 0 ? buttons : buttons.map((each) => ({ ...each, run: null }))
}
