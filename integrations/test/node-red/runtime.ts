import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

type Handler = (request: any, response: any) => void

/** A node of the runtime, with what it showed and sent. */
export type RunningNode = EventEmitter & {
  id: string
  sent: any[]
  statuses: { fill?: string; text?: string }[]
  errors: string[]
}

/** Node-RED's edge: the part of its runtime that the nodes use, with a real HTTP server. */
export type Runtime = {
  url: string
  /** Adds a node as a deployed flow does. */
  start: (
    type: string,
    config: { id: string; credentials?: object; [name: string]: unknown },
  ) => any
  /** Removes a node (`true`), or ends it for a restart, and waits until it is done. */
  stop: (node: RunningNode, isRemoved: boolean) => Promise<void>
  /** Sends a message to a node and returns what it sends on; rejects with its error. */
  send: (node: RunningNode, msg: object) => Promise<any>
  listOperations: () => string[]
  close: () => void
}

/** Starts a runtime with the nodes of the files at `paths`. */
export async function startRuntime(paths: string[]): Promise<Runtime> {
  const types = new Map<string, new (config: object) => RunningNode>()
  const nodes = new Map<string, RunningNode>()
  const posts: { pattern: RegExp; handler: Handler }[] = []
  let listOperations: Handler = () => undefined
  const contexts = new Map<string, Map<string, unknown>>()
  const RED = {
    settings: { httpNodeRoot: '/flows/' },
    auth: { needsPermission: () => undefined },
    httpAdmin: { get: (_path: string, _: unknown, handler: Handler) => (listOperations = handler) },
    httpNode: {
      post: (path: string, handler: Handler) =>
        posts.push({
          pattern: new RegExp(`^/flows${path.replace(':node', '(?<node>[^/]+)')}$`),
          handler,
        }),
    },
    nodes: {
      createNode(node: any, config: any) {
        Object.assign(node, EventEmitter.prototype, new EventEmitter())
        Object.assign(node, { id: config.id, credentials: config.credentials ?? {} })
        Object.assign(node, { sent: [], statuses: [], errors: [] })
        if (!contexts.has(config.id)) contexts.set(config.id, new Map())
        const context = contexts.get(config.id)!
        node.context = () => ({
          get: (name: string) => context.get(name),
          set: (name: string, value: unknown) => void context.set(name, value),
        })
        node.send = (msg: unknown) => node.sent.push(msg)
        node.status = (status: object) => node.statuses.push(status)
        node.error = (text: string) => node.errors.push(text)
        node.warn = (text: string) => node.errors.push(text)
        nodes.set(config.id, node)
      },
      registerType: (name: string, type: new (config: object) => RunningNode) =>
        types.set(name, type),
      getNode: (id: string) => nodes.get(id),
    },
  }
  for (const path of paths) createRequire(import.meta.url)(path)(RED)

  const server = createServer((request, response) => route(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    start: (type, config) => new (types.get(type)!)(config),
    stop: (node, isRemoved) =>
      new Promise((resolve, reject) => {
        nodes.delete(node.id)
        if (isRemoved) contexts.delete(node.id)
        node.emit('close', isRemoved, (err?: Error) => (err ? reject(err) : resolve()))
      }),
    send: (node, msg) =>
      new Promise((resolve, reject) => {
        let sent: unknown
        const send = (given: unknown) => (sent = given)
        node.emit('input', msg, send, (err?: Error) => (err ? reject(err) : resolve(sent)))
      }),
    listOperations: () => {
      let names: string[] = []
      listOperations({}, { json: (given: string[]) => (names = given) })
      return names
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }

  function route(request: IncomingMessage, response: ServerResponse): void {
    for (const { pattern, handler } of posts) {
      const found = pattern.exec(request.url!)
      if (!found) continue
      const status = (code: number) => {
        response.statusCode = code
        return response
      }
      Object.assign(request, { params: { ...found.groups } })
      Object.assign(response, { status })
      handler(request, response)
      return
    }
    response.writeHead(404).end()
  }
}
