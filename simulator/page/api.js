async function call(method, path, body, type = 'application/json') {
  const response = await fetch(path, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': type },
      body: type === 'application/json' ? JSON.stringify(body) : body,
    }),
  })
  const text = await response.text()
  const answer = text.startsWith('{') ? JSON.parse(text) : {}
  if (!response.ok) throw new Error(answer.message ?? `The simulator answers ${response.status}.`)
  return answer
}

const part = encodeURIComponent

/** The page's calls to the simulator; each returns the response or throws with a readable reason. */
export const api = {
  numbers: () => call('GET', '/sim/numbers'),
  addNumber: (number) => call('POST', '/sim/numbers', number),
  people: () => call('GET', '/sim/customers?limit=1000'),
  addPerson: (person) => call('POST', '/sim/customers', person),
  changePerson: (id, change) => call('PATCH', `/sim/customers/${part(id)}`, change),
  happen: (id, event) => call('POST', `/sim/customers/${part(id)}/events`, event),
  threads: (number) => call('GET', `/sim/threads/${number}`),
  thread: (number, id) => call('GET', `/sim/threads/${number}/${part(id)}`),
  holder: (number, id) => call('GET', `/sim/threads/${number}/${part(id)}/holder`),
  hold: (number, id, body) => call('PUT', `/sim/threads/${number}/${part(id)}/holder`, body),
  agentReply: (reply) => call('POST', '/sim/agent/replies', reply),
  call: (one) => call('POST', '/sim/calls', one),
  read: (number, id) => call('POST', `/sim/threads/${number}/${part(id)}/read`, {}),
  inbound: (message) => call('POST', '/sim/inbound', message),
  webhooks: () => call('GET', '/sim/webhooks?limit=1'),
  upload: (file) => {
    const query = new URLSearchParams({
      mime_type: file.type || 'application/octet-stream',
      filename: file.name,
    })
    return call('POST', `/sim/media?${query}`, file, 'application/octet-stream')
  },
}

/** Subscribes to changes; `onOpen` also runs after a reconnect, when everything must be reloaded. */
export function openStream({ onOpen, onBreak, ...handlers }) {
  const source = new EventSource('/sim/stream')
  source.addEventListener('open', onOpen)
  source.addEventListener('error', onBreak)
  for (const [name, handle] of Object.entries(handlers)) {
    source.addEventListener(name, ({ data }) => handle(JSON.parse(data)))
  }
}
