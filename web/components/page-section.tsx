import { Group, Stack, Title } from '@mantine/core'
import { useId } from 'react'
import type { ReactNode } from 'react'

/** Shows a part of a page: its heading with its actions, and its content. */
export function PageSection(props: {
  title: string
  gap?: 'xs' | 'sm'
  actions?: ReactNode
  children: ReactNode
}) {
  const { title, gap = 'xs', actions, children } = props
  const id = useId()
  const heading = (
    <Title order={2} id={id}>
      {title}
    </Title>
  )
  return (
    <Stack component="section" gap={gap} aria-labelledby={id}>
      {actions ? (
        <Group justify="space-between">
          {heading}
          {actions}
        </Group>
      ) : (
        heading
      )}
      {children}
    </Stack>
  )
}
