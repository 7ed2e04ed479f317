import { lazyRouteComponent } from '@tanstack/react-router'
import { createStore } from '../lib/create-store.ts'
import { loadPart } from '../lib/lazy-part.ts'

/** Whether the user goes to another page, whose code may still be loading. */
export const isNavigating = createStore(false)

/**
 * Creates the component of a route, whose code loads when it is first shown, as `loadPart` loads code. The router alone would load the
 * document once when that fails, which the browser shows as an error page while the server is unreachable.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      return await load()
    } catch (err) {
      // The router also loads pages ahead, when the mouse is on a link. That neither repeats nor loads the document.
      if (!isNavigating.get()) throw err
      return loadPart(load)
    }
  }, name)
