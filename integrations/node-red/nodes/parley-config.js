const { Parley, RESOURCES } = require('../dist/client.js')

/** Registers the node that holds the address of a Parley and an API key. */
module.exports = (RED) => {
  function ParleyConfig(config) {
    RED.nodes.createNode(this, config)
    const { apiKey } = this.credentials
    this.client = config.url && apiKey ? new Parley({ apiKey, baseUrl: config.url }) : undefined
  }
  RED.nodes.registerType('parley-config', ParleyConfig, {
    credentials: { apiKey: { type: 'password' } },
  })
  // The editor lists the operations of the API.
  RED.httpAdmin.get('/parley/operations', RED.auth.needsPermission('flows.read'), (_, response) => {
    const names = Object.entries(RESOURCES).flatMap(([resource, operations]) =>
      Object.keys(operations).map((id) => `${resource}.${id}`),
    )
    response.json(names.toSorted())
  })
}
