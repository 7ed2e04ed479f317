import { Checkbox, Stack, Switch, Title } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { NOTIFICATION_RULES } from '#shared/notifications.ts'
import type { NotificationRule } from '#shared/notifications.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import type { NotificationSettings } from '../../../lib/notifications.ts'

/** Lets the member choose what they are notified of, and how besides push. */
export function RulesSection(props: {
  settings: NotificationSettings
  onSave: (change: Partial<NotificationSettings>) => void
}) {
  const { settings, onSave } = props
  const t = useTranslations('notifications')
  const rules = settings.rules as NotificationRule[]
  const toggle = (rule: NotificationRule, isOn: boolean) =>
    onSave({
      rules: NOTIFICATION_RULES.filter((each) => (each === rule ? isOn : rules.includes(each))),
    })
  return (
    <Stack>
      <Title order={2}>{t('rulesTitle')}</Title>
      <DimmedText>{t('rulesText')}</DimmedText>
      {NOTIFICATION_RULES.map((rule) => (
        <Checkbox
          key={rule}
          label={t(`rules.${rule}`)}
          checked={rules.includes(rule)}
          onChange={(event) => toggle(rule, event.currentTarget.checked)}
        />
      ))}
      <Switch
        label={t('sound')}
        checked={settings.sound}
        onChange={(event) => onSave({ sound: event.currentTarget.checked })}
      />
      <Switch
        label={t('mail')}
        description={t('mailText')}
        checked={settings.by_mail}
        onChange={(event) => onSave({ by_mail: event.currentTarget.checked })}
      />
    </Stack>
  )
}
