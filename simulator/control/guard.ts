import { isIP } from 'node:net'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

interface Hooked {
  addHook(
    name: 'onRequest',
    hook: (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void,
  ): unknown
}

/**
 * Refuses (403) requests of other web pages to the control routes, which have no password. A browser sends the origin
 * of a request; a host name other than this machine's may have been rebound to it.
 */
export function guardBrowsers(app: Hooked, ownHost: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin, 'sec-fetch-site': site } = request.headers
    const isBrowser = origin !== undefined || site !== undefined
    const isForeign = site === 'cross-site' || (site === 'same-site' && !isOpening(request))
    const isOtherOrigin = origin !== undefined && originHost(origin) !== request.host
    if (isBrowser && (!isOwnName(request, ownHost) || isForeign || isOtherOrigin)) {
      void reply.code(403).send({ message: 'Only the page of the simulator itself may ask this.' })
      return
    }
    done()
  })
}

/**
 * Refuses (403) requests for other host names while only this machine can reach the simulator: such a name was rebound
 * to this machine, so that a web page can call it.
 */
export function refuseForeignHosts(app: Hooked, ownHost: string): void {
  if (!/^(localhost|127\.[\d.]+|::1)$/.test(ownHost)) return
  app.addHook('onRequest', (request, reply, done) => {
    if (isOwnName(request, ownHost)) {
      done()
      return
    }
    void reply.code(403).send({ message: 'The simulator does not answer for this host name.' })
  })
}

/** Returns whether the request names this machine. An address is no name that could have been rebound. */
function isOwnName({ hostname }: FastifyRequest, ownHost: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '')
  return name === 'localhost' || name === ownHost || isIP(name) !== 0
}

/** Returns whether the request opens a page of the simulator, in a window or in a frame of an allowed page. */
function isOpening({ method, url, headers }: FastifyRequest): boolean {
  const [path] = url.split('?', 1)
  const isPage = path === '/' || path === '/receiver'
  return method === 'GET' && isPage && headers['sec-fetch-mode'] === 'navigate'
}

function originHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
