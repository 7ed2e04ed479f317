// The script of the documentation: search, languages, buttons that copy, and the list of pages on a phone.
const RESULTS_MAX = 8
const narrow = matchMedia('(max-width: 52rem)')
const pages = document.querySelector('.pages details')
const input = document.querySelector('#search')
const results = document.querySelector('#results')

pages.open = !narrow.matches
narrow.addEventListener('change', () => (pages.open = !narrow.matches))

for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button')
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', () => void copy(block, button))
  block.append(button)
}

async function copy(block, button) {
  await navigator.clipboard.writeText(block.querySelector('code').textContent)
  button.textContent = 'Copied'
  setTimeout(() => (button.textContent = 'Copy'), 2000)
}

// The same entry as that of the samples in the web app.
const LANGUAGE = 'parley-code-language'
const samples = [...document.querySelectorAll('.tabs')]

for (const [number, sample] of samples.entries()) {
  const list = document.createElement('div')
  list.setAttribute('role', 'tablist')
  list.setAttribute('aria-label', 'Language')
  for (const tab of sample.querySelectorAll('.tab')) {
    const button = document.createElement('button')
    const caption = tab.querySelector('figcaption')
    tab.id = `sample-${number}-${tab.dataset.tab}`
    button.id = `${tab.id}-tab`
    button.textContent = caption.textContent
    button.dataset.tab = tab.dataset.tab
    button.setAttribute('role', 'tab')
    button.setAttribute('aria-controls', tab.id)
    button.addEventListener('click', () => choose(button))
    tab.setAttribute('role', 'tabpanel')
    tab.setAttribute('aria-labelledby', button.id)
    caption.remove()
    list.append(button)
  }
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const buttons = [...list.children]
    const next = buttons.at((buttons.indexOf(event.target) + step) % buttons.length)
    choose(next)
    next.focus()
  })
  sample.prepend(list)
}
showLanguage(readLanguage())

/** Shows the language of a button in every sample. The button stays where it is on the screen. */
function choose(button) {
  const { top } = button.getBoundingClientRect()
  try {
    localStorage.setItem(LANGUAGE, button.dataset.tab)
  } catch {
    // Without storage, the choice is kept on this page.
  }
  showLanguage(button.dataset.tab)
  scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' })
}

function readLanguage() {
  try {
    return localStorage.getItem(LANGUAGE)
  } catch {
    return null
  }
}

/** A sample without the language shows its first one. */
function showLanguage(language) {
  for (const sample of samples) {
    const tabs = [...sample.querySelectorAll('.tab')]
    const shown = tabs.find((tab) => tab.dataset.tab === language) ?? tabs[0]
    for (const tab of tabs) tab.hidden = tab !== shown
    for (const button of sample.querySelectorAll('[role=tab]')) {
      const isChosen = button.dataset.tab === shown.dataset.tab
      button.setAttribute('aria-selected', String(isChosen))
      button.tabIndex = isChosen ? 0 : -1
    }
  }
}

let index
const loadIndex = () =>
  (index ??= fetch('/docs/search.json').then((answer) => {
    if (!answer.ok) throw new Error(`The search answered ${answer.status}`)
    return answer.json()
  }))

/** Returns how well an entry matches words: 0 if one is missing, more for words in its headings. */
function weigh(entry, words) {
  const heading = `${entry.title} ${entry.heading ?? ''}`.toLowerCase()
  const text = entry.text.toLowerCase()
  let weight = 0
  for (const word of words) {
    const inHeading = heading.includes(word)
    if (!inHeading && !text.includes(word)) return 0
    weight += inHeading ? 10 : 1
  }
  return weight
}

/** Returns the part of a text around a word. */
function cut(text, word) {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 30)
  return `${at > 0 ? '…' : ''}${text.slice(at, at + 90)}`
}

async function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return show([])
  let entries
  try {
    entries = await loadIndex()
  } catch {
    index = undefined
    return show([createNote('Couldn’t load the search. Type to try again.')])
  }
  const found = entries
    .map((entry) => ({ entry, weight: weigh(entry, words) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, RESULTS_MAX)
  show(
    found.length
      ? found.map(({ entry }) => createLink(entry, words[0]))
      : [createNote('No results')],
  )
}

function createLink(entry, word) {
  const link = document.createElement('a')
  link.href = entry.path
  link.setAttribute('role', 'option')
  link.textContent = entry.heading ? `${entry.title} › ${entry.heading}` : entry.title
  const part = document.createElement('small')
  part.textContent = cut(entry.text, word)
  link.append(part)
  return link
}

function createNote(text) {
  const note = document.createElement('span')
  note.textContent = text
  return note
}

function show(items) {
  results.replaceChildren(...items)
  results.hidden = items.length === 0
  select(0)
}

function select(at) {
  const links = [...results.querySelectorAll('a')]
  for (const [place, link] of links.entries())
    link.setAttribute('aria-selected', String(place === at))
  links[at]?.scrollIntoView({ block: 'nearest' })
}

input.addEventListener('input', () => void search())
input.addEventListener('keydown', (event) => {
  const links = [...results.querySelectorAll('a')]
  const at = links.findIndex((link) => link.getAttribute('aria-selected') === 'true')
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step && links.length > 0) {
    event.preventDefault()
    select((at + step + links.length) % links.length)
  }
  if (event.key === 'Enter') links[at]?.click()
  if (event.key === 'Escape') show([])
})
document.addEventListener('click', (event) => {
  if (!event.target.closest('search')) show([])
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input')) return
  event.preventDefault()
  input.focus()
})
