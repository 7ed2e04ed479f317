import { Paper, Text } from '@mantine/core'

/** Shows a number with its label. */
export function Figure({ label, value }: { label: string; value: string }) {
  return (
    <Paper withBorder p="xs" px="sm">
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Text>
    </Paper>
  )
}
