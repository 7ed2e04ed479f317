import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Filters } from '../lib/filters.ts'

/** Shows a link to a page of the app. */
export function AppLink(props: { to: string; search?: Filters; children: ReactNode }) {
  const { to, search, children } = props
  return (
    <Anchor
      size="sm"
      underline="always"
      style={{ overflowWrap: 'anywhere' }}
      renderRoot={(given) => <Link {...given} to={to} search={(search ?? {}) as never} />}
    >
      {children}
    </Anchor>
  )
}
