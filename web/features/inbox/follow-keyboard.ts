/** A part of the window that is at least this high is covered by a keyboard, and not by the bars of the browser. */
const KEYBOARD_PX = 120

/**
 * Keeps the app above the keyboard of a phone whose browser draws the keyboard over the page, as Safari does. Other browsers make the page
 * smaller by themselves. Returns a function that ends it.
 */
export function followKeyboard(): () => void {
  const { visualViewport: viewport } = window
  if (!viewport) return () => undefined
  const root = document.documentElement
  const update = () => {
    const isCovered = viewport.scale === 1 && window.innerHeight - viewport.height >= KEYBOARD_PX
    if (!isCovered) return root.style.removeProperty('--app-height')
    root.style.setProperty('--app-height', `${Math.round(viewport.height)}px`)
    // The browser has scrolled the page so that the field is seen; now all of the app is.
    window.scrollTo(0, 0)
    return undefined
  }
  viewport.addEventListener('resize', update)
  return () => {
    viewport.removeEventListener('resize', update)
    root.style.removeProperty('--app-height')
  }
}
