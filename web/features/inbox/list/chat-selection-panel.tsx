import { Button, Stack, Title } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { ShortcutKeys } from '../../../components/keys.tsx'
import type { Selection } from '../../../lib/selection.ts'
import type { BulkChats } from '../actions/use-bulk-chats.ts'
import { useSelectionButtons } from './use-selection-buttons.ts'

/** Shows the number of selected conversations and the names of the actions on them, while no conversation is open. */
export function ChatSelectionPanel(props: { selection: Selection; bulk: BulkChats }) {
  const { selection, bulk } = props
  const t = useTranslations('bulk')
  return (
    <Stack w="19rem" maw="100%" p="md" gap="md">
      <Title order={2}>{t('selected', { subject: 'chats', count: selection.count })}</Title>
      <Stack gap="xs" role="group" aria-label={t('named')}>
        {useSelectionButtons(selection, bulk).map(({ label, shortcut, Icon, run }) => (
          <Button
            key={label}
            variant="default"
            justify="flex-start"
            fullWidth
            styles={{ label: { flex: 1 } }}
            leftSection={<Icon size={17} aria-hidden />}
            rightSection={
              shortcut && (
                <span aria-hidden>
                  <ShortcutKeys id={shortcut} />
                </span>
              )
            }
            disabled={run === null}
            onClick={() => run?.()}
          >
            {label}
          </Button>
        ))}
      </Stack>
      <Button variant="subtle" onClick={selection.clear}>
        {t('clear')}
      </Button>
    </Stack>
  )
}
