// The script of the documentation: search, buttons that copy, and the list of pages on a phone.
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
