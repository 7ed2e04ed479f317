/**
 * Loaded into the product before everything else (`--import`): replaces the machine's DNS server by the test's, as if
 * /etc/resolv.conf named it, and reports every attempted connection on stderr.
 */
import { promises } from 'node:dns'
import { Socket } from 'node:net'

const server = process.env['HOSTILE_DNS_SERVER']
if (!server) throw new Error('HOSTILE_DNS_SERVER is not set.')

class TestResolver extends promises.Resolver {
  constructor(options?: ConstructorParameters<typeof promises.Resolver>[0]) {
    super(options)
    this.setServers([server!])
  }
}
promises.Resolver = TestResolver

// oxlint-disable-next-line typescript/unbound-method -- called with the socket as its `this`
const connect = Socket.prototype.connect as (this: Socket, ...given: unknown[]) => Socket
Socket.prototype.connect = function (this: Socket, ...given: unknown[]): Socket {
  this.on('connectionAttempt', (address: string, port: number) =>
    process.stderr.write(`connects to ${address} ${port}\n`),
  )
  return connect.apply(this, given)
}
