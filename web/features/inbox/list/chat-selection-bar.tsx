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
import { IconButton } from '../../../components/icon-button.tsx'
import { SelectionBar } from '../../../components/selection/selection-bar.tsx'
import { useExport } from '../../../components/selection/use-export.ts'
import type { Selection } from '../../../lib/selection.ts'
import type { BulkChats } from '../actions/use-bulk-chats.ts'

/** Shows how many conversations are selected, with the actions on them. */
export function ChatSelectionBar(props: { selection: Selection; bulk: BulkChats }) {
  const { selection, bulk } = props
  const t = useTranslations('bulk')
  const isNone = selection.count === 0
  const buttons: {
    label: string
    shortcut?: ShortcutId
    Icon: Icon
    run: (() => void) | null
  }[] = [
    bulk.isClosedList
      ? {
          label: t('reopen'),
          shortcut: 'inbox_close',
          Icon: IconArchiveOff,
          run: bulk.closeOrReopen,
        }
      : { label: t('close'), shortcut: 'inbox_close', Icon: IconArchive, run: bulk.closeOrReopen },
    {
      label: t('assign'),
      shortcut: 'inbox_assign',
      Icon: IconUserPlus,
      run: () => bulk.ask('assign'),
    },
    {
      label: t('snooze'),
      shortcut: 'inbox_snooze',
      Icon: IconAlarm,
      run: () => bulk.ask('snooze'),
    },
    { label: t('tag'), shortcut: 'inbox_tag', Icon: IconTag, run: () => bulk.ask('tag') },
    { label: t('untag'), Icon: IconTagOff, run: () => bulk.ask('untag') },
    { label: t('markRead'), Icon: IconMailOpened, run: bulk.markRead },
    { label: t('export'), Icon: IconDownload, run: useExport('chats', selection, bulk.filters) },
  ]
  return (
    <SelectionBar
      subject="chats"
      selection={selection}
      filters={bulk.filters}
      onSelectAll={() => void bulk.selectAll()}
    >
      {buttons.map(({ label, shortcut, Icon, run }) => (
        <IconButton
          key={label}
          label={label}
          {...(shortcut && { shortcut })}
          disabled={isNone || run === null}
          onClick={() => run?.()}
        >
          <Icon size={19} aria-hidden />
        </IconButton>
      ))}
    </SelectionBar>
  )
}
