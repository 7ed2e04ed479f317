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

// Asks for what the inbox shows first, so that it arrives while the app's code loads. web/lib/early-answers.ts passes it on.
{
  const FILTERS = {
    mine: 'status=open&assignee_id=me',
    my_teams: 'status=open&team_id=mine',
    unassigned: 'status=open&assignee_id=none',
    all: 'status=open',
    snoozed: 'status=snoozed',
    closed: 'status=closed',
    mentions: 'mentioned=true',
  }
  const answers = new Map()
  const ask = (url) => {
    const options = { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(30_000) }
    const answer = fetch(url, options).then(async (response) => ({
      response,
      text: await response.text(),
    }))
    // The app repeats a request that failed.
    answer.catch(() => undefined)
    answers.set(url, answer)
  }
  if (/^\/(inbox(\/.*)?)?$/.test(location.pathname)) {
    ask('/api/session')
    ask('/api/app/config')
    const params = new URLSearchParams(location.search)
    let kept = null
    try {
      kept = localStorage.getItem('parley-inbox-view')
    } catch {
      // The browser may block storage.
    }
    const view = params.get('view') ?? kept ?? 'all'
    const isPlain = [...params.keys()].every((name) => name === 'view' || name === 'message')
    if (isPlain && Object.hasOwn(FILTERS, view)) ask(`/api/v1/chats?${FILTERS[view]}&limit=30`)
  }
  globalThis.parleyAnswers = answers
}

// The first use of Intl takes a moment; do it now instead of when the app needs it.
new Intl.DateTimeFormat()

// Loads the document again when one of its files is missing. While servers of two versions answer during an upgrade, it can name files
// that only the other one has.
{
  const KEY = 'parley-load-failures'
  const PAUSE_MS = 1000
  const FAILURES_MAX = 8
  const FORGET_MS = 60_000
  const read = () => {
    const { count = 0, at = 0 } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return Date.now() - at < FORGET_MS ? count : 0
  }
  const isOfApp = (element) =>
    element instanceof HTMLScriptElement ||
    (element instanceof HTMLLinkElement && element.rel === 'stylesheet')
  const showFailure = () => {
    const root = document.getElementById('root')
    if (root) root.textContent = 'Parley couldn’t be loaded. Reload the page.'
    else document.addEventListener('DOMContentLoaded', showFailure)
  }
  let isHandled = false
  window.addEventListener(
    'error',
    ({ target }) => {
      // A file that the running app loads is loaded again by the app.
      if (isHandled || !isOfApp(target) || document.getElementById('root')?.firstChild) return
      isHandled = true
      let count = FAILURES_MAX
      try {
        count = read() + 1
        sessionStorage.setItem(KEY, JSON.stringify({ count, at: Date.now() }))
      } catch {
        // Without storage it could not be seen how often it was tried.
      }
      if (count < FAILURES_MAX) setTimeout(() => location.reload(), count * PAUSE_MS)
      else showFailure()
    },
    true,
  )
}
