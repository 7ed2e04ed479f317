const { ParleyError, webhooks } = require('../dist/client.js')

const BODY_MAX = 5 * 1024 * 1024

/** Registers the node that receives events. It registers a webhook at Parley, and removes it with the node. */
module.exports = (RED) => {
  // One route serves all nodes, because a route of Express cannot be removed.
  const receivers = new Map()
  RED.httpNode.post('/parley/:node', (request, response) => {
    const receive = receivers.get(request.params.node)
    if (receive) void receive(request, response)
    else response.status(404).end()
  })

  function ParleyIn(config) {
    RED.nodes.createNode(this, config)
    const client = RED.nodes.getNode(config.server)?.client
    if (!client || !config.publicUrl) {
      this.status({ fill: 'red', shape: 'ring', text: 'not configured' })
      return
    }
    const ending = new AbortController()
    const root = (RED.settings.httpNodeRoot || '/').replace(/\/+$/, '')
    const url = `${config.publicUrl.replace(/\/+$/, '')}${root}/parley/${this.id}`
    const wanted = {
      url,
      events: config.events,
      description: `Node-RED: ${config.name || this.id}`,
    }
    const stored = () => this.context().get('endpoint')
    this.status({ fill: 'yellow', shape: 'ring', text: 'registering' })
    const registered = register(client, wanted, stored(), ending.signal).then(
      (endpoint) => {
        this.context().set('endpoint', endpoint)
        this.status({ fill: 'green', shape: 'dot', text: 'registered' })
      },
      (err) => {
        if (ending.signal.aborted) return
        this.status({ fill: 'red', shape: 'ring', text: err.code || 'not registered' })
        this.error(`Couldn't register the webhook. ${err.message}`)
      },
    )
    receivers.set(this.id, async (request, response) => {
      try {
        // The first event may arrive before the answer of the registration.
        await registered
        const body = await readBody(request)
        const header = request.headers['x-service-signature']
        const event = await webhooks.verify(body, header, stored()?.secret ?? 'none')
        response.status(200).end()
        this.send(toMessage(event))
      } catch (err) {
        this.warn(`Refused a webhook. ${err.message}`)
        response.status(err.name === 'SignatureError' ? 401 : 400).end()
      }
    })
    this.on('close', async (isRemoved, done) => {
      receivers.delete(this.id)
      ending.abort()
      try {
        await registered
        // A restart keeps the endpoint, so that Parley delivers afterwards what happened meanwhile.
        if (isRemoved) await remove(client, stored()?.id)
        done()
      } catch (err) {
        done(err)
      }
    })
  }
  RED.nodes.registerType('parley-in', ParleyIn)
}

/** Returns the id and the secret of the endpoint: of the stored one if it exists, or else of a new one. */
async function register(client, wanted, stored, signal) {
  if (stored) {
    try {
      await client.webhooks.updateWebhook(
        { id: stored.id, ...wanted, status: 'enabled' },
        { signal },
      )
      return stored
    } catch (err) {
      if (!isMissing(err)) throw err
    }
  }
  // Nobody knows the secret of an endpoint that an earlier Node-RED left behind.
  for await (const { id, url } of client.webhooks.listWebhooks({ limit: 100 }, { signal }))
    if (url === wanted.url) await remove(client, id)
  const { id, secret } = await client.webhooks.createWebhook(wanted, { signal })
  return { id, secret }
}

async function remove(client, id) {
  if (!id) return
  await client.webhooks.deleteWebhook({ id }).catch((err) => {
    if (!isMissing(err)) throw err
  })
}

function isMissing(err) {
  return err instanceof ParleyError && err.status === 404
}

function toMessage(event) {
  const { data } = event
  const conversationId = event.type.startsWith('conversation.') ? data.id : data.conversation_id
  return {
    topic: event.type,
    payload: event,
    ...(conversationId && { conversation_id: conversationId }),
  }
}

async function readBody(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > BODY_MAX) throw new Error('The body is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
