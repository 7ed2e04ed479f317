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
