import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { errors } from 'undici'
import {
  FETCH_FAILURES,
  FetchFailure,
  toConnectFailure,
  toFetchFailure,
  toTlsFailure,
} from './fetch-failure.ts'

const CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPERM',
  'EADDRNOTAVAIL',
  'EACCES',
  'EMFILE',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ERR_SOCKET_CONNECTION_TIMEOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_INFO',
  'UND_ERR_ABORTED',
  'UND_ERR_HEADERS_OVERFLOW',
  'HPE_INVALID',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_INVALID_ARG',
  'ERR_INVALID_CHAR',
  'ERR_ASSERTION',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'EPROTO',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_SSL_WRONG_VERSION_NUMBER',
]
const INTERNAL =
  'connect ECONNREFUSED 10.1.2.3:5432, fd12::7, Host: db.internal. is not in the list'

const withCode = (code: string) => Object.assign(new Error(INTERNAL), { code })

test('whatever goes wrong, the customer sees the message of a code, and nothing of our network', () => {
  const code = fc.oneof(fc.constantFrom(...CODES), fc.string())
  fc.assert(
    fc.property(
      code,
      fc.constantFrom(toFetchFailure, toConnectFailure, toTlsFailure),
      (each, to) => {
        const failure = to(withCode(each))
        assert.equal(failure.message, FETCH_FAILURES[failure.word])
      },
    ),
    { numRuns: 1000 },
  )
  const many = Object.assign(new AggregateError([withCode('ECONNREFUSED')], INTERNAL), {
    code: 'ECONNREFUSED',
  })
  assert.equal(toConnectFailure(many).word, 'connection_refused')
  assert.equal(toConnectFailure(new Error(INTERNAL)).message, FETCH_FAILURES.connection_failed)
  assert.equal(toTlsFailure(new Error(INTERNAL)).message, FETCH_FAILURES.tls_failed)
})

test('each kind of failure has its code', () => {
  const words = {
    ECONNREFUSED: 'connection_refused',
    ECONNRESET: 'connection_closed',
    EHOSTUNREACH: 'connection_failed',
    UND_ERR_SOCKET: 'connection_closed',
    UND_ERR_DESTROYED: 'aborted',
    UND_ERR_HEADERS_OVERFLOW: 'invalid_response',
    UND_ERR_INVALID_ARG: 'invalid_request',
    ERR_ASSERTION: 'invalid_response',
  }
  for (const [code, word] of Object.entries(words))
    assert.equal(toFetchFailure(withCode(code)).word, word, code)
  const parser = Object.assign(new errors.HTTPParserError(INTERNAL), {
    code: 'HPE_INVALID_VERSION',
  })
  assert.equal(toFetchFailure(parser).word, 'invalid_response')
  const unasked = new errors.SocketError('bad upgrade')
  assert.equal(toFetchFailure(unasked).word, 'invalid_response')
  const tls = {
    CERT_HAS_EXPIRED: 'certificate_expired',
    CERT_NOT_YET_VALID: 'certificate_expired',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_untrusted',
    SELF_SIGNED_CERT_IN_CHAIN: 'certificate_untrusted',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_untrusted',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_untrusted',
    ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_mismatch',
    ERR_SSL_WRONG_VERSION_NUMBER: 'tls_failed',
    ECONNRESET: 'tls_failed',
  }
  for (const [code, word] of Object.entries(tls))
    assert.equal(toTlsFailure(withCode(code)).word, word, code)
})

test('our own mistake is not reported as the receiver’s failure', () => {
  assert.throws(() => toFetchFailure(new TypeError('x is not a function')), TypeError)
  const failure = new FetchFailure('timeout')
  assert.equal(toFetchFailure(failure), failure)
})
