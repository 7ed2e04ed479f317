/** A field whose list of options is open. Source: Mantine, `useComboboxTargetProps`. */
const OPEN_FIELD = '[aria-haspopup="listbox"][data-expanded]'

/**
 * Keeps Enter from submitting a form while a field shows its list of options, until the returned function is called. The
 * field has already handled Enter if an option is selected.
 */
export function holdEnter(): () => void {
  const hold = (event: KeyboardEvent) => {
    const { key, target } = event
    if (key === 'Enter' && target instanceof Element && target.matches(OPEN_FIELD))
      event.preventDefault()
  }
  window.addEventListener('keydown', hold)
  return () => window.removeEventListener('keydown', hold)
}
