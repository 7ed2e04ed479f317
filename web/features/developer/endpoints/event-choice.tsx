import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { RECOMMENDED_EVENT_TYPES, EVENT_TYPES } from '#shared/event-types.ts'
import { useEventText } from '../events/event-types.ts'

/** Shows a checkbox for each event type with its description. */
export function EventChoice(props: {
  value: string[]
  onChange: (types: string[]) => void
  error?: ReactNode
}) {
  const t = useTranslations('developer.webhooks')
  const textOf = useEventText()
  const { value, onChange, error } = props
  const isAll = EVENT_TYPES.every((type) => value.includes(type))
  const groups = [
    {
      label: t('usual'),
      types: EVENT_TYPES.filter((type) => RECOMMENDED_EVENT_TYPES.includes(type)),
    },
    {
      label: t('more'),
      types: EVENT_TYPES.filter((type) => !RECOMMENDED_EVENT_TYPES.includes(type)),
    },
  ]
  return (
    <Checkbox.Group label={t('events')} value={value} onChange={onChange} error={error}>
      <Stack gap="md" mt={4}>
        {groups.map(({ label, types }) => (
          <Stack key={label} gap="xs">
            <Group justify="space-between">
              <Text size="xs" c="dimmed" fw={600}>
                {label}
              </Text>
              {types.length > 3 && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  onClick={() => onChange(isAll ? [] : [...EVENT_TYPES])}
                >
                  {isAll ? t('none') : t('all')}
                </Button>
              )}
            </Group>
            {types.map((type) => (
              <Checkbox
                key={type}
                value={type}
                label={<code>{type}</code>}
                description={textOf(type)}
              />
            ))}
          </Stack>
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
