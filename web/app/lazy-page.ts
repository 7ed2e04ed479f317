import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createStore } from '../lib/create-store.ts'
import { loadPart } from '../lib/lazy-part.ts'

/** A function that loads the file of a page, which exports nothing but the component of the page. */
export type LoadPage = () => Promise<Record<string, () => ReactNode>>

/** Whether the user goes to another page, whose code may still be loading. */
export const isNavigating = createStore(false)

/**
 * Creates the component of a route, whose code loads when it is first shown, as `loadPart` loads code. The router alone would load the
 * document once when that fails, which the browser shows as an error page while the server is unreachable.
 */
export const lazyPage = (load: LoadPage) =>
  lazyRouteComponent(async () => {
    const [component, ...others] = Object.values(await loadFile(load))
    if (!component || others.length > 0)
      throw new Error('The file of a page must export its component and nothing else.')
    return { default: component }
  })

async function loadFile(load: LoadPage): ReturnType<LoadPage> {
  try {
    return await load()
  } catch (err) {
    // The router also loads pages ahead, when the mouse is on a link. That neither repeats nor loads the document.
    if (!isNavigating.get()) throw err
    return loadPart(load)
  }
}
