import type { FastifyRequest } from 'fastify'
import { maskPath } from '#lib/mask-path.ts'

/** Paths whose next segment is a secret: the token of a form, and that of a file. Also where they lead to no route. */
const BEFORE_SECRET = /^(\/+webhook\/+form|\/+media)\/+[^/?]+/i

/** Returns the path of a request as logs and traces have it: without its query, and without segments that are secret or look personal. */
export function toLoggedPath({ url }: Pick<FastifyRequest, 'url'>): string {
  return maskPath(url.replace(BEFORE_SECRET, '$1/…'))
}
