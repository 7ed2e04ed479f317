import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { toSigns } from '../../../lib/member-keys.ts'
import { toKeys } from '../../../lib/shortcuts.ts'
import { addKey } from './explain-keys.ts'

/** The dialog that records new keys for a shortcut. `explain` returns why keys cannot be used. */
export function RecordDialog(props: {
  label: string
  isSaving: boolean
  explain: (keys: string) => string | null
  onSave: (keys: string | null) => void
  onClose: () => void
}) {
  const { label, isSaving, explain, onSave, onClose } = props
  const t = useTranslations('shortcuts')
  const tStates = useTranslations('states')
  const [pressed, setPressed] = useState<{ keys: string; at: number } | null>(null)
  const problem = pressed === null ? null : explain(pressed.keys)
  function onKeyDown(event: KeyboardEvent): void {
    // These keep their meaning, so that the dialog can be left.
    if (['Tab', 'Escape'].includes(event.key)) return
    if (event.key === 'Enter' && pressed !== null) return
    const keys = toKeys(event.nativeEvent)
    if (keys === undefined) return
    event.preventDefault()
    if (event.repeat) return
    if (event.key === 'Backspace') setPressed(null)
    else setPressed(addKey(pressed, keys, event.timeStamp))
  }
  return (
    <Modal opened onClose={onClose} title={t('changeOf', { name: label })}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (pressed !== null && problem === null) onSave(pressed.keys)
        }}
      >
        <Stack>
          <TextInput
            label={t('record')}
            description={t('recordHint')}
            data-autofocus
            autoComplete="off"
            value={pressed === null ? '' : toSigns(pressed.keys).join(' ')}
            error={problem}
            onKeyDown={onKeyDown}
            onChange={() => undefined}
          />
          <Group justify="space-between">
            <Button variant="subtle" onClick={() => onSave(null)}>
              {t('turnOff')}
            </Button>
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                {tStates('cancel')}
              </Button>
              <Button
                type="submit"
                loading={isSaving}
                disabled={pressed === null || problem !== null}
              >
                {tStates('save')}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
