import { useTranslations } from 'use-intl'
import { useCommands } from '../../../lib/commands.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import type { Chat } from '../data/types.ts'
import { openDialog } from '../dialogs.ts'

/** Registers the key that chooses a macro for the open conversation, also for the command menu. */
export function MacroKeys({ chat }: { chat: Chat }) {
  const t = useTranslations('inboxThread')
  const tActions = useTranslations('inboxActions')
  const run = () => openDialog({ kind: 'macro', chat })
  const key = { id: 'inbox_macro' as const, label: t('macro'), run }
  useShortcuts([{ ...key, group: tActions('groups.chat') }])
  useCommands([{ ...key, id: 'inbox-macro', shortcut: key.id }])
  return null
}
