import { Group, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { DimmedText } from '../components/dimmed-text.tsx'
import { AppLink } from '../components/app-link.tsx'
import { useMemberKeys } from '../lib/member-keys.ts'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useActiveShortcuts } from '../lib/shortcuts.ts'
import { Keys } from '../components/keys.tsx'

/** Shows the list of active keyboard shortcuts. It opens when `opened` increases. */
export function ShortcutList({ opened }: { opened: number }) {
  const t = useTranslations('shell')
  const tList = useTranslations('shortcuts.list')
  const [isOpen, setOpen] = useState(false)
  const shortcuts = useActiveShortcuts()
  const { isOn } = useMemberKeys()
  useEffect(() => setOpen(true), [opened])
  const groups = Map.groupBy(shortcuts, ({ group }) => group)
  const shown = [...groups].toSorted(([a], [b]) => a.localeCompare(b))
  return (
    <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('shortcuts')} size="lg">
      <Group justify="space-between" mb="md">
        <DimmedText>{!isOn && tList('off')}</DimmedText>
        <span onClick={() => setOpen(false)}>
          <AppLink to="/settings/shortcuts">{tList('settings')}</AppLink>
        </span>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        {shown.map(([group, entries]) => (
          <Stack key={group} gap={6}>
            <Title order={2} size="h3">
              {group}
            </Title>
            {entries.map(({ keys, label }) => (
              <Group key={keys + label} justify="space-between" wrap="nowrap">
                <Text size="sm">{label}</Text>
                <Keys keys={keys} />
              </Group>
            ))}
          </Stack>
        ))}
      </SimpleGrid>
    </Modal>
  )
}
