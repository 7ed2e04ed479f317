const { ParleyError } = require('../dist/client.js')

/** Registers the node that calls an operation of the API with the payload of a message. */
module.exports = (RED) => {
  function ParleyOut(config) {
    RED.nodes.createNode(this, config)
    const client = RED.nodes.getNode(config.server)?.client
    if (!client) this.status({ fill: 'red', shape: 'ring', text: 'not configured' })
    this.on('input', async (msg, send, done) => {
      try {
        if (!client) throw new Error('Choose a Parley with a URL and an API key.')
        const result = await call(client, msg.operation || config.operation, msg, config.all)
        this.status({})
        send({ ...msg, payload: result })
        done()
      } catch (err) {
        if (err instanceof ParleyError) msg.problem = toProblem(err)
        this.status({ fill: 'red', shape: 'dot', text: err.code || 'failed' })
        done(err)
      }
    })
  }
  RED.nodes.registerType('parley-out', ParleyOut)
}

async function call(client, operation, msg, isAll) {
  const [resource, id] = String(operation).split('.')
  const method = Object.hasOwn(client, resource) && Object.hasOwn(client[resource], id)
  if (!method || id === 'streamEvents') throw new Error(`There is no operation ${operation}.`)
  const { idempotencyKey } = msg
  const answer = client[resource][id](toParams(msg), idempotencyKey ? { idempotencyKey } : {})
  if (!isAll || !(Symbol.asyncIterator in answer)) return answer
  const items = []
  for await (const item of answer) items.push(item)
  return items
}

/** Returns the parameters of a call. A text is the message to send to the conversation of the message. */
function toParams({ payload, conversation_id: conversationId }) {
  if (typeof payload === 'string') return { conversation_id: conversationId, message: payload }
  return payload ?? {}
}

function toProblem({ code, status, errors, requestId, message }) {
  return { code, status, errors, request_id: requestId, detail: message }
}
