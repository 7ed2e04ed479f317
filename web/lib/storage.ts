/**
 * What this browser keeps for one user of one workspace: drafts, widths, what was dismissed. Never a secret. A
 * browser that keeps nothing is no error.
 */
export const storage = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  set(key: string, value: string | null): void {
    try {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    } catch {
      // Full, or closed to us: it is a convenience.
    }
  },
}
