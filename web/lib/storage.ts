/**
 * Values kept in this browser: drafts, widths, dismissed notices. Never used for secrets. A browser without storage
 * behaves as if nothing was saved.
 */
export const storage = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  /** Returns the keys that begin with `prefix`. */
  keys(prefix: string): string[] {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
    } catch {
      return []
    }
  },
  set(key: string, value: string | null): void {
    try {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    } catch {
      // Storage is full or blocked; the app works without it.
    }
  },
}
