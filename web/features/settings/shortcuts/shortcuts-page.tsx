import { Button, Group, Stack, Switch, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { keysOf } from '#shared/shortcuts.ts'
import type { ChosenKeys, ShortcutId } from '#shared/shortcuts.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { Keys } from '../../../components/keys.tsx'
import { notifyError } from '../../../components/notify.ts'
import { useAction } from '../../../components/use-action.ts'
import { Page } from '../../../components/page.tsx'
import { PlainRows, Row } from '../../../components/rows.tsx'
import { toSigns, useMemberKeys } from '../../../lib/member-keys.ts'
import { savePreferences } from '../../../lib/session.ts'
import type { Preferences } from '../../../lib/session.ts'
import { explainKeys, withKeysOf } from './explain-keys.ts'
import { RecordDialog } from './record-dialog.tsx'
import { useShortcutGroups } from './shortcut-groups.ts'

/** Shows the member's keyboard shortcuts, and changes them. */
export function ShortcutsPage() {
  const t = useTranslations('shortcuts')
  const tSettings = useTranslations('settings')
  const groups = useShortcutGroups()
  const { isOn, chosen } = useMemberKeys()
  const [changing, setChanging] = useState<ShortcutId | null>(null)
  const save = useAction({
    run: (change: Partial<Preferences>) => savePreferences(change),
    done: tSettings('saved'),
    failed: t('saveFailed'),
    onDone: () => setChanging(null),
  })
  const labels = new Map(
    groups.flatMap(({ shortcuts }) => shortcuts.map((each) => [each.id, each])),
  )
  const labelOf = (id: ShortcutId) => labels.get(id)?.label ?? id
  const explain = (id: ShortcutId, keys: string | null | undefined) => {
    const problem = explainKeys(id, keys, chosen)
    if (problem === null) return null
    if (problem.kind === 'invalid') return t('invalid')
    const taken = toSigns(keysOf(problem.with, chosen)!).join(' ')
    return t('conflict', { keys: taken, name: labelOf(problem.with) })
  }
  const saveKeys = (id: ShortcutId, keys: string | null | undefined) => {
    const problem = explain(id, keys)
    if (problem !== null) return notifyError(t('saveFailed'), problem)
    save.mutate({ shortcuts: withKeysOf(id, keys, chosen) as Preferences['shortcuts'] })
  }
  const hasChosen = Object.keys(chosen).length > 0
  return (
    <Page
      title={t('title')}
      width="text"
      actions={
        hasChosen && (
          <Button variant="default" onClick={() => save.mutate({ shortcuts: {} })}>
            {t('resetAll')}
          </Button>
        )
      }
    >
      <Stack gap="xl">
        <Switch
          label={t('character')}
          description={t('characterHint', {
            mod: toSigns('mod')[0]!,
            example: toSigns(keysOf('inbox_close', chosen) ?? 'e').join(' '),
          })}
          checked={isOn}
          onChange={(event) => save.mutate({ character_shortcuts: event.currentTarget.checked })}
        />
        {groups.map(({ heading, shortcuts }) => (
          <Stack key={heading} gap="xs" component="section" aria-label={heading}>
            <Title order={2}>{heading}</Title>
            <PlainRows label={heading}>
              {shortcuts.map(({ id, label }) => (
                <ShortcutRow
                  key={id}
                  {...{ id, label, chosen }}
                  onChange={() => setChanging(id)}
                  onReset={() => saveKeys(id, undefined)}
                />
              ))}
            </PlainRows>
          </Stack>
        ))}
      </Stack>
      {changing !== null && (
        <RecordDialog
          label={labelOf(changing)}
          isSaving={save.isPending}
          explain={(keys) => explain(changing, keys)}
          onSave={(keys) => saveKeys(changing, keys)}
          onClose={() => setChanging(null)}
        />
      )}
    </Page>
  )
}

function ShortcutRow(props: {
  id: ShortcutId
  label: string
  chosen: ChosenKeys
  onChange: () => void
  onReset: () => void
}) {
  const { id, label, chosen, onChange, onReset } = props
  const t = useTranslations('shortcuts')
  const keys = keysOf(id, chosen)
  return (
    <Row
      title={label}
      tail={
        <Group gap="xs" wrap="nowrap">
          {keys === null ? <DimmedText>{t('off')}</DimmedText> : <Keys keys={keys} />}
          {chosen[id] !== undefined && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={t('resetOf', { name: label })}
              onClick={onReset}
            >
              {t('reset')}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t('changeOf', { name: label })}
            onClick={onChange}
          >
            {t('change')}
          </Button>
        </Group>
      }
    />
  )
}
