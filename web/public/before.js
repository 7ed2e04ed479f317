// What is done while the app is being fetched.

// Before the first paint, so that a dark page never flashes white. What is chosen is kept by web/app/theme.ts.
{
  let chosen = null
  try {
    chosen = localStorage.getItem('parley-color-scheme')
  } catch {
    // Storage may be closed to us.
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
}

// A browser's first use of Intl takes a moment, which the app need not wait for later.
new Intl.DateTimeFormat()
