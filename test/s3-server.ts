import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { StoreConfig } from '#lib/settings/config.ts'

type Answer = { status: number; body?: string | Buffer; headers?: Record<string, string> }

/**
 * A store for tests: `config` reaches its bucket; `fail` makes every request fail until it is called again. `hang` lets it read and
 * answer nothing of any further request with a body. `loseCompletion` completes the next upload, and answers with an error.
 */
type TestS3Server = {
  config: StoreConfig
  objects: Map<string, Buffer>
  uploads: Map<string, Map<number, Buffer>>
  requests: string[]
  fail: (answer?: Answer) => void
  hang: () => void
  loseCompletion: () => void
  close: () => void
}

const BUCKET = 'parley'
const KEYS = { region: 'eu-test-1', accessKeyId: 'AKIATEST', secretAccessKey: 's3cret/of+tests' }

/**
 * Starts a small S3: one bucket, objects whole or in ranges, multipart uploads. A request with a wrong signature is
 * refused. Source: Amazon S3, "Authenticating Requests (AWS Signature Version 4)".
 */
export async function startTestS3Server(): Promise<TestS3Server> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const requests: string[] = []
  let failure: Answer | undefined
  let hangs = false
  let losesCompletion = false
  const server = createServer((request, response) => {
    if (hangs && request.method === 'PUT') return
    const reply = async () => {
      const body = await buffer(request)
      const { pathname, searchParams } = new URL(request.url!, 'http://store')
      requests.push(`${request.method} ${request.url}`)
      if (failure) return failure
      if (!isSigned(request, pathname, searchParams)) return problem(403, 'SignatureDoesNotMatch')
      const [, bucket, ...path] = decodeURIComponent(pathname).split('/')
      if (bucket !== BUCKET) return problem(404, 'NoSuchBucket')
      return answer(request, path.join('/'), searchParams, body)
    }
    void reply().then(({ status, body, headers }) => {
      response.writeHead(status, headers)
      response.end(body)
    })
  })

  function answer(
    { method, headers }: IncomingMessage,
    key: string,
    query: URLSearchParams,
    body: Buffer,
  ): Answer {
    const uploadId = query.get('uploadId')
    if (method === 'GET' && query.get('list-type') === '2') return list(query)
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, new Map())
      return xml(
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    if (uploadId !== null) {
      const parts = uploads.get(uploadId)
      if (!parts) return problem(404, 'NoSuchUpload')
      if (method === 'PUT') {
        parts.set(Number(query.get('partNumber')), body)
        return { status: 200, headers: { etag: etagOf(body) } }
      }
      uploads.delete(uploadId)
      if (method === 'DELETE') return { status: 204 }
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) =>
        parts.get(Number(number)),
      )
      if (named.some((part) => !part)) return problem(400, 'InvalidPart')
      objects.set(key, Buffer.concat(named as Buffer[]))
      if (losesCompletion) {
        losesCompletion = false
        return problem(503, 'SlowDown')
      }
      return xml(
        200,
        `<CompleteMultipartUploadResult><ETag>${etagOf(objects.get(key)!)}</ETag></CompleteMultipartUploadResult>`,
      )
    }
    if (method === 'PUT') {
      objects.set(key, body)
      return { status: 200, headers: { etag: etagOf(body) } }
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    const bytes = objects.get(key)
    if (!bytes) return problem(404, 'NoSuchKey')
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    if (first === undefined) return { status: 200, body: bytes }
    return { status: 206, body: bytes.subarray(Number(first), Number(last) + 1) }
  }

  /** Lists keys in order, a page of at most `max-keys`. Source: Amazon S3, "ListObjectsV2". */
  function list(query: URLSearchParams): Answer {
    const after = query.get('continuation-token') ?? query.get('start-after') ?? ''
    const keys = [...objects.keys()].filter((key) => key > after).toSorted()
    const page = keys.slice(0, Number(query.get('max-keys') ?? 1000))
    const isCut = page.length < keys.length
    return xml(
      200,
      `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${
        isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
      }${page.map((key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)!.length}</Size></Contents>`).join('')}</ListBucketResult>`,
    )
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    config: { endpoint: `http://127.0.0.1:${port}/${BUCKET}`, ...KEYS },
    objects,
    uploads,
    requests,
    fail: (given) => (failure = given),
    hang: () => (hangs = true),
    loseCompletion: () => (losesCompletion = true),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function isSigned(request: IncomingMessage, path: string, query: URLSearchParams): boolean {
  const { headers, method } = request
  const [, accessKeyId, day, scope, signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/(\S+), ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const time = String(headers['x-amz-date'])
  if (accessKeyId !== KEYS.accessKeyId || scope !== `${KEYS.region}/s3/aws4_request`) return false
  if (!time.startsWith(day!) || !signed.split(';').includes('host')) return false
  const pairs = [...query].map(([name, value]) => `${encode(name)}=${encode(value)}`)
  const canonical = [
    method,
    path,
    pairs.toSorted().join('&'),
    ...signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const digest = createHash('sha256').update(canonical).digest('hex')
  const text = ['AWS4-HMAC-SHA256', time, `${day}/${scope}`, digest].join('\n')
  const key = [day!, ...scope.split('/')].reduce<string | Buffer>(
    hmac,
    `AWS4${KEYS.secretAccessKey}`,
  )
  return hmac(key, text).toString('hex') === signature
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}

function xml(status: number, body: string): Answer {
  return { status, body, headers: { 'content-type': 'application/xml' } }
}

function problem(status: number, code: string): Answer {
  return xml(status, `<Error><Code>${code}</Code><Message>No.</Message></Error>`)
}
