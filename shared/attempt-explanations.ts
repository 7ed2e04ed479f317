import type { AttemptError } from './webhooks.ts'

/** The meaning of an attempt's error, and what to do about it. */
export type Explanation = { meaning: string; advice: string }

/** Explains every error of an attempt to the operator of the receiver. */
export const ERROR_EXPLANATIONS = {
  invalid_url: {
    meaning: "The endpoint's URL cannot be called.",
    advice:
      'Correct the URL of the endpoint: it must start with http:// or https:// and must not contain a user name or password.',
  },
  invalid_request: {
    meaning: 'A request to this URL could not be created.',
    advice: 'Correct the URL of the endpoint. If it looks right, contact support.',
  },
  blocked_target: {
    meaning:
      'The URL points to an address or port that is private, reserved or our own, so it was not called.',
    advice:
      'Set the endpoint to a public address. For development, use `parley listen`, which does not need one.',
  },
  dns_not_found: {
    meaning: 'The host name of the URL does not exist.',
    advice: 'Check the spelling of the host name, and that its DNS record is published.',
  },
  dns_failed: {
    meaning: 'The host name could not be resolved at that time.',
    advice: 'Check the name servers of the domain. Pending deliveries are retried automatically.',
  },
  connection_refused: {
    meaning: 'Nothing accepted the connection at this host and port.',
    advice:
      'Check that the receiver is running, listens on this port, and is reachable through the firewall.',
  },
  connection_failed: {
    meaning: 'A connection to the receiver could not be established.',
    advice: "Check that the receiver's network is up, routed, and reachable from the internet.",
  },
  connection_closed: {
    meaning: 'The receiver closed the connection before its response was complete.',
    advice:
      'Check for crashes, and for limits of proxies in front of the receiver. If it asks for client certificates, check that it accepts that of the endpoint. The receiver may have handled the event, so ignore event ids that it has already handled.',
  },
  certificate_expired: {
    meaning: "The receiver's certificate has expired or is not valid yet.",
    advice:
      'Renew the certificate, and restart the server if it loads the certificate only at startup.',
  },
  certificate_untrusted: {
    meaning: "The receiver's certificate is not issued by a trusted authority.",
    advice:
      'Use a certificate from a public authority, or add your own authority to the TLS settings of the endpoint. Serve the whole chain: browsers add missing certificates, webhook senders do not.',
  },
  certificate_mismatch: {
    meaning: "The receiver's certificate is for a different host.",
    advice: 'Use a certificate for the host of the URL, or correct the URL.',
  },
  client_certificate_required: {
    meaning: 'The receiver asks for a client certificate, and the endpoint has none.',
    advice:
      'Add a certificate that the receiver accepts, and its private key, to the TLS settings of the endpoint.',
  },
  client_certificate_refused: {
    meaning: 'The receiver refused the client certificate of the endpoint.',
    advice:
      "Check that the receiver trusts the authority that issued the certificate, that the certificate has not expired or been revoked, and that it includes the certificates between them. The receiver's log often names the reason.",
  },
  tls_failed: {
    meaning: 'A secure connection could not be established.',
    advice:
      'Check that the port supports TLS 1.2 or later, and whether the receiver asks for a client certificate. Without TLS, use a URL that starts with http://.',
  },
  invalid_response: {
    meaning: 'The response was not valid HTTP, or its headers were larger than 16 KiB.',
    advice: 'Check that the port speaks HTTP/1.1, and what a proxy in front of it adds.',
  },
  timeout: {
    meaning: 'The response was not complete within 10 seconds, including its body.',
    advice:
      'Respond with 2xx as soon as the event is stored, and handle it afterwards. The receiver may have handled the event, so ignore event ids that it has already handled.',
  },
  aborted: {
    meaning: 'The attempt was aborted because our worker stopped.',
    advice: 'No action needed: the delivery is retried automatically.',
  },
  token_server_blocked: {
    meaning:
      'The token URL points to an address or port that is private, reserved or our own, so no access token was requested and the receiver was not called.',
    advice: 'Set the token URL of the endpoint to a public address.',
  },
  token_server_failed: {
    meaning:
      'The authorization server did not respond within 5 seconds, or failed with a status of 500 or more, so the receiver was not called.',
    advice:
      'Check that the authorization server is running and reachable from the internet, and its certificate. Pending deliveries are retried automatically.',
  },
  token_refused: {
    meaning:
      'The authorization server refused to issue an access token, or responded with a redirect, which is not followed. The receiver was not called.',
    advice:
      'Compare the token URL, the client ID, the client secret and the scope of the endpoint with the authorization server. The client must be allowed to use the grant client_credentials with HTTP Basic authentication.',
  },
  token_invalid: {
    meaning:
      'The response of the authorization server contained no bearer token that can be sent, so the receiver was not called.',
    advice:
      'Check that the token URL is that of the token endpoint. It must respond with 200 and JSON with access_token and the token_type Bearer.',
  },
  redirect_not_followed: {
    meaning: 'The receiver responded with a redirect, and redirects are not followed.',
    advice: "Set the URL of the endpoint to the redirect's target.",
  },
  unexpected_status: {
    meaning: 'The receiver responded with a status outside 200 to 299.',
    advice: "Check the receiver's log at this time.",
  },
} satisfies Record<AttemptError, Explanation>

/** Explains some response statuses of `unexpected_status`. */
export const STATUS_EXPLANATIONS = {
  '400': {
    meaning: 'The receiver rejected the request as malformed (400).',
    advice:
      'Most often, its signature check failed: verify the raw body before parsing the JSON. Try the signature debugger. A proxy that asks for client certificates also responds with 400: check the TLS settings of the endpoint.',
  },
  '401': {
    meaning: 'The receiver, or a proxy in front of it, asked for authentication (401).',
    advice:
      'Remove the authentication for this path, and verify the signature instead. If the receiver asks for bearer tokens, set up OAuth for the endpoint.',
  },
  '403': {
    meaning: 'The receiver, or a firewall in front of it, forbade the request (403).',
    advice: 'Allow requests from outside to this path, and verify the signature instead.',
  },
  '404': {
    meaning: 'The path of the URL does not exist on the receiver (404).',
    advice: 'Compare the path of the URL with the path of the handler, including a trailing slash.',
  },
  '405': {
    meaning: 'The receiver does not accept POST requests at this path (405).',
    advice: 'Compare the path of the URL with the path of the handler, including a trailing slash.',
  },
  '410': {
    meaning: 'The receiver responded that it is gone for good (410), so the endpoint was disabled.',
    advice: 'Correct the URL if necessary, and enable the endpoint.',
  },
  '413': {
    meaning: 'The receiver rejected the body as too large (413).',
    advice: 'Raise the limit of the receiver, or of the proxy in front of it, to at least 1 MiB.',
  },
  '415': {
    meaning: 'The receiver does not accept JSON at this path (415).',
    advice: 'Accept the content type application/json.',
  },
  '429': {
    meaning: 'The receiver asked for fewer requests (429).',
    advice: 'Set a rate limit on the endpoint, or respond with Retry-After, which is respected.',
  },
} satisfies Record<string, Explanation>
