import type { ComponentType } from 'react'
import { loadTexts } from './intl.tsx'
import { lazyPart } from './lazy-part.ts'

/** Creates a component whose code and texts load when it is first rendered. */
export function lazyPartWithTexts<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazyPart(async () => (await Promise.all([load(), loadTexts()]))[0])
}
