// Runs while the app is loading.

// Sets the theme before the first paint, so that a dark page never flashes white. web/app/theme.ts stores the choice.
{
  let chosen = null
  try {
    chosen = localStorage.getItem('parley-color-scheme')
  } catch {
    // The browser may block storage.
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
}

// The first use of Intl takes a moment; do it now instead of when the app needs it.
new Intl.DateTimeFormat()
