import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createCertificate } from '#lib/testing/create-certificate.ts'

/** One certificate for all hosts of this process: of two with the same name, only one would be trusted. */
const certificate = createCertificate({ dnsName: 'localhost', fromYear: 2020, untilYear: 2049 })
setDefaultCACertificates([...getCACertificates(), certificate.cert])

/** A host over TLS that describes apps. */
type ClientHost = {
  url: string
  /** Publishes a document at a path, and returns its address; `answer` replaces its status and headers. */
  publish: (
    path: string,
    document: object | string,
    answer?: { status?: number; headers?: Record<string, string> },
  ) => string
  /** The paths that were requested. */
  requested: string[]
}

/** Starts a host on `localhost`, which this process trusts. It is closed after the file's tests. */
export async function startClientHost(): Promise<ClientHost> {
  const pages = new Map<string, { text: string; status: number; headers: Record<string, string> }>()
  const requested: string[] = []
  const server = createServer(certificate, (request, response) => {
    requested.push(request.url!)
    const { text, status, headers } = pages.get(request.url!) ?? {
      text: '',
      status: 404,
      headers: {},
    }
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const url = `https://localhost:${(server.address() as AddressInfo).port}`
  return {
    url,
    requested,
    publish(path, document, { status = 200, headers = {} } = {}) {
      const text = typeof document === 'string' ? document : JSON.stringify(document)
      pages.set(path, { text, status, headers })
      return url + path
    },
  }
}
