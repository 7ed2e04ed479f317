import type { ReactNode } from 'react'
import type { RouteScope } from '#shared/scopes.ts'
import { useMay } from '../lib/use-may.ts'

/** Disables the fields and buttons in it if the member's role does not allow what they change. */
export function AllowedFields({ scope, children }: { scope: RouteScope; children: ReactNode }) {
  const may = useMay()
  return (
    <fieldset className="allowed-fields" disabled={!may(scope)}>
      {children}
    </fieldset>
  )
}
