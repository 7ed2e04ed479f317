import {
  IconAlarm,
  IconArchive,
  IconArchiveOff,
  IconChevronsUp,
  IconDownload,
  IconMailOpened,
  IconTag,
  IconTagOff,
  IconUserCheck,
  IconUserMinus,
  IconUserPlus,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { ShortcutId } from '#shared/shortcuts.ts'
import { useExport } from '../../../components/selection/use-export.ts'
import type { Selection } from '../../../lib/selection.ts'
import { useTeams } from '../../../lib/teams.ts'
import { useMay } from '../../../lib/use-may.ts'
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
  const may = useMay()('chats:write')
  const hasTeams = useTeams().length > 0
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
    ...(hasTeams
      ? [
          {
            label: t('team'),
            shortcut: 'inbox_team' as const,
            Icon: IconUsersGroup,
            run: () => ask('team'),
          },
        ]
      : []),
    {
      label: t('priority'),
      shortcut: 'inbox_priority',
      Icon: IconChevronsUp,
      run: () => ask('priority'),
    },
    { label: t('snooze'), shortcut: 'inbox_snooze', Icon: IconAlarm, run: () => ask('snooze') },
    { label: t('tag'), shortcut: 'inbox_tag', Icon: IconTag, run: () => ask('tag') },
    { label: t('untag'), Icon: IconTagOff, run: () => ask('untag') },
    ...(hasTeams
      ? [
          {
            label: t('add_participant'),
            Icon: IconUserCheck,
            run: () => ask('add_participant'),
          },
          {
            label: t('remove_participant'),
            Icon: IconUserMinus,
            run: () => ask('remove_participant'),
          },
        ]
      : []),
    { label: t('markRead'), Icon: IconMailOpened, run: bulk.markRead },
    { label: t('export'), Icon: IconDownload, run: download },
  ]
  // An export changes nothing.
  const mayRun = (run: SelectionButton['run']) => selection.count > 0 && (may || run === download)
  return buttons.map((each) => ({ ...each, run: mayRun(each.run) ? each.run : null }))
}
