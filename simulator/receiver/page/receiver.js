/** The page's text for each result of the signature check, and whether it is good. */
const VERDICTS = {
  valid: ['good', '✓ The signature is correct.'],
  wrong: ['bad', '✗ Rejected: the signature is wrong.'],
  missing: ['bad', '✗ Rejected: there is no signature.'],
  too_old: ['bad', '✗ Rejected: the signature is more than five minutes old.'],
  not_checked: ['muted', 'Not verified: this server doesn’t have the signing secret.'],
}

const list = document.getElementById('arrivals')
const form = document.getElementById('secret-form')
const secret = document.getElementById('secret')
const state = document.getElementById('secret-state')
const problem = document.getElementById('secret-error')
const shown = new Set()
let parents = []

function h(tag, attributes, ...children) {
  const element = document.createElement(tag)
  Object.assign(element, attributes)
  element.append(...children)
  return element
}

function formatted(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

function drawArrival(arrival) {
  if (shown.has(arrival.id)) return
  shown.add(arrival.id)
  const [tone, words] = VERDICTS[arrival.verdict]
  const facts = [
    ['Delivery', arrival.delivery_id],
    ['Attempt', arrival.attempt],
    ['Signature', arrival.signature],
  ]
  const item = h(
    'li',
    {},
    h(
      'details',
      { open: shown.size === 1 },
      h(
        'summary',
        {},
        h('span', { className: 'type' }, arrival.event_type ?? 'Webhook'),
        ' ',
        h(
          'time',
          { className: 'muted', dateTime: arrival.at },
          new Date(arrival.at).toLocaleTimeString(),
        ),
        h('div', { className: tone }, words),
      ),
      h(
        'dl',
        {},
        ...facts
          .filter(([, value]) => value)
          .flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
      ),
      h('pre', { tabIndex: 0 }, formatted(arrival.body)),
    ),
  )
  list.prepend(item)
  document.getElementById('empty').hidden = true
  tellParents({ type: 'receiver:arrival', verdict: arrival.verdict })
}

function drawSecret(isKnown) {
  state.textContent = isKnown
    ? 'This server has the signing secret.'
    : 'This server doesn’t have the signing secret yet, so it can’t verify signatures.'
  form.hidden = isKnown
}

async function reload() {
  const answer = await (await fetch('/receiver/state')).json()
  parents = answer.parents
  drawSecret(answer.has_secret)
  if (answer.arrivals.length === 0) {
    list.replaceChildren()
    shown.clear()
    document.getElementById('empty').hidden = false
  }
  for (const arrival of answer.arrivals.toReversed()) drawArrival(arrival)
}

async function learn(value) {
  const response = await fetch('/receiver/secret', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret: value }),
  })
  problem.textContent = response.ok ? '' : (await response.json()).message
  if (response.ok) drawSecret(true)
  return response.ok
}

function tellParents(message) {
  if (window.parent === window) return
  // Posting to an origin that the parent does not have is a warning in the console. Firefox does not tell the origin.
  const origins = location.ancestorOrigins
  const known = origins ? parents.filter((each) => origins.contains(each)) : parents
  for (const parent of known) window.parent.postMessage(message, parent)
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void learn(secret.value.trim()).then((isDone) => {
    if (isDone) secret.value = ''
  })
})

// The embedding app sends the secret once it has created one.
window.addEventListener('message', ({ data, origin, source }) => {
  if (source !== window.parent || !parents.includes(origin)) return
  if (data?.type !== 'receiver:secret' || typeof data.secret !== 'string') return
  void learn(data.secret).then((isDone) => tellParents({ type: 'receiver:secret', isDone }))
})

const stream = new EventSource('/sim/stream')
stream.addEventListener(
  'open',
  () => void reload().then(() => tellParents({ type: 'receiver:ready' })),
)
stream.addEventListener('arrival', ({ data }) => drawArrival(JSON.parse(data)))
stream.addEventListener('reset', () => void reload())
