import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCollection, parseEnvironment, parseRequest } from '@usebruno/filestore'
import { startProduct } from '#test/acceptance/product.ts'
import { testPhone } from '#test/factories.ts'
import { waitFor } from '#test/wait-for.ts'
import { readDescription } from '../../client/generator/read-description.ts'
import { writeBruno } from '../../client/generator/write-bruno.ts'

const FORMAT = { format: 'yml' } as const
const files = writeBruno(readDescription())
const read = (path: string) => files[path]!

/** A variable of Bruno; after a response, `value` is an expression. */
type Variable = { name: string; value: string; secret?: boolean; enabled?: boolean }

/** A request of the collection as Bruno's own package reads it. */
type Request = {
  name: string
  request: {
    url: string
    method: string
    headers: Variable[]
    params: (Variable & { type: string })[]
    auth: { mode: string }
    body: { mode: string; json: string | null }
    vars: { res: Variable[] }
  }
}

const paths = Object.keys(files).filter(
  (path) => /\/(?!folder\.)/.test(path) && !path.startsWith('environments/'),
)
const parse = (path: string) => parseRequest(read(path), FORMAT) as Request
const environment = parseEnvironment(read('environments/local.yml'), FORMAT) as {
  variables: Variable[]
}

test('Bruno reads every request, and each variable is one of the environment', () => {
  assert.ok(paths.length > 100)
  const names = new Set(environment.variables.map(({ name }) => name))
  for (const path of paths) {
    const { name, request } = parse(path)
    assert.ok(name, path)
    assert.ok(request.url.startsWith('{{base_url}}/api/v1/'), path)
    assert.equal(request.auth.mode, 'inherit', path)
    if (request.body.mode === 'json') JSON.parse(request.body.json!)
    for (const [, used] of JSON.stringify(request).matchAll(/\{\{(\w+)\}\}/g))
      assert.ok(names.has(used!), `${path} uses ${used}`)
    const places = [...request.url.matchAll(/:(\w+)(?=\/|\?|$)/g)].map(([, place]) => place)
    const given = request.params.filter(({ type }) => type === 'path').map(({ name }) => name)
    assert.deepEqual(given.toSorted(), places.toSorted(), path)
  }
})

test('the key is a secret of the environment, and all requests send it', () => {
  const { secret } = environment.variables.find(({ name }) => name === 'api_key')!
  assert.equal(secret, true)
  const { collectionRoot } = parseCollection(read('opencollection.yml'), FORMAT) as {
    collectionRoot: { request: { auth: object } }
  }
  const { mode, bearer } = collectionRoot.request.auth as { mode: string; bearer: object }
  assert.deepEqual([mode, bearer], ['bearer', { token: '{{api_key}}' }])
})

test('requests in a row create a contact, find it, and open a ticket for it', async () => {
  const { api, env, key } = await startProduct()
  const members = await waitFor(async () => {
    const { body } = await api('GET /api/v1/members')
    return body.data.length > 0 ? body.data : undefined
  })
  const values = new Map(environment.variables.map(({ name, value }) => [name, value]))
  values.set('base_url', `http://127.0.0.1:${env['PORT']}`)
  values.set('api_key', key)
  values.set('member_id', members[0].id)

  const created = await send('contacts/createContact.yml')
  assert.equal(created.status, 201, JSON.stringify(created.body))
  assert.equal(values.get('contact_id'), created.body.id)
  const found = await send('contacts/getContact.yml')
  assert.deepEqual([found.status, found.body.name], [200, 'Meera Iyer'])
  const ticket = await send('tickets/createTicket.yml')
  assert.equal(ticket.status, 201, JSON.stringify(ticket.body))
  assert.equal(ticket.body.person_id, created.body.id)
  const solved = await send('tickets/updateTicket.yml')
  assert.deepEqual([solved.status, solved.body.status], [200, 'solved'])

  /** Sends a request as Bruno does: with the variables of the environment, and stores what its actions select. */
  async function send(path: string): Promise<{ status: number; body: any }> {
    const { request } = parse(path)
    const fill = (text: string) =>
      text
        .replaceAll('{{$randomUUID}}', () => crypto.randomUUID())
        .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values.get(name)!)
    let url = fill(request.url)
    for (const { type, name, value } of request.params)
      if (type === 'path') url = url.replace(`:${name}`, fill(value))
    const headers = new Headers({ authorization: `Bearer ${key}` })
    for (const { name, value } of request.headers) headers.set(name, fill(value))
    const hasBody = request.body.mode === 'json'
    if (hasBody) headers.set('content-type', 'application/json')
    const body = hasBody ? fill(request.body.json!).replace('+919000000001', testPhone()) : null
    const answer = await fetch(url, { method: request.method, headers, body })
    const result = (await answer.json()) as Record<string, string>
    for (const { name, value } of request.vars.res)
      values.set(name, result[value.replace('res.body.', '')]!)
    return { status: answer.status, body: result }
  }
})
