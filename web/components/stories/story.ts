import type { ReactNode } from 'react'

/** A component in each of its states: the name of its file, and what shows each state. */
export type Story = { file: string; states: Readonly<Record<string, () => ReactNode>> }
