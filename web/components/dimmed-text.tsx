import { Text } from '@mantine/core'
import type { TextProps } from '@mantine/core'
import type { ReactNode } from 'react'

/** Shows a small text in a quiet colour: an explanation, or that there is nothing to show. */
export function DimmedText(props: TextProps & { role?: 'status'; children: ReactNode }) {
  return <Text size="sm" c="dimmed" {...props} />
}
