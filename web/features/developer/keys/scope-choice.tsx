import { Checkbox, SimpleGrid, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { READ_SCOPES, WRITE_SCOPES, WIDE_SCOPES } from '#shared/scopes.ts'
import type { Scope } from '#shared/scopes.ts'

/** Shows a checkbox for each scope with its description. */
export function ScopeChoice(props: {
  value: Scope[]
  onChange: (scopes: Scope[]) => void
  error?: ReactNode
}) {
  const t = useTranslations('developer.keys')
  const box = (scope: Scope) => (
    <Checkbox
      key={scope}
      value={scope}
      label={<code>{scope}</code>}
      description={t(`scopes.${scope === '*' ? 'everything' : scope}`)}
    />
  )
  return (
    <Checkbox.Group
      label={t('presets.chosen')}
      value={props.value}
      onChange={(value) => props.onChange(value as Scope[])}
      error={props.error}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs">
        <Stack gap="xs">{READ_SCOPES.map(box)}</Stack>
        <Stack gap="xs">{[...WRITE_SCOPES, ...WIDE_SCOPES].map(box)}</Stack>
      </SimpleGrid>
    </Checkbox.Group>
  )
}
