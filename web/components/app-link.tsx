import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Shows a link to a page of the app. */
export function AppLink(props: {
  to: string
  search?: Record<string, string | undefined>
  /** `inherit`: the colour of the text around it, for coloured backgrounds. */
  c?: 'inherit'
  children: ReactNode
}) {
  const { to, search, c, children } = props
  return (
    <Anchor
      size="sm"
      {...(c && { c })}
      underline="always"
      style={{ overflowWrap: 'anywhere' }}
      renderRoot={(given) => <Link {...given} to={to} search={(search ?? {}) as never} />}
    >
      {children}
    </Anchor>
  )
}
