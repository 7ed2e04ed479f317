/** What `GET /` says: what this is, and its routes. Plain text. */
export function landingPage(webhookUrl: string): string {
  return `A simulator of the WhatsApp Cloud API. No message leaves this machine.

Webhooks go to ${webhookUrl}, signed.

The API, under any version (/v24.0/…) or none; the token begins with sim_:
  POST /{phone-number-id}/messages     send a message, or mark one as read

Control, JSON in and out:
  POST   /sim/inbound                  play a customer's message {from, name?, text, phone_number_id}
  POST   /sim/payload                  sign and post any payload {payload}
  GET    /sim/messages                 what was sent by API, newest first (?limit= &to= &biz_opaque_callback_data=)
  GET    /sim/messages/{id}            one of them
  POST   /sim/messages/{id}/status     report a status {status, error_code?}
  GET    /sim/webhooks                 the log of webhooks, newest first (?limit=)
  GET    /sim/webhooks/{id}            one of them with its exact body and signature
  POST   /sim/webhooks/{id}/redeliver  post the same bytes once more
  POST   /sim/handshake                perform the verification handshake
  DELETE /sim/state                    forget everything, cancel what waits

  GET    /health/live, /health/ready

Recipients by their last four digits:
  1026   accepted, then fails with 131026 (undeliverable)
  1047   accepted, then fails with 131047 (24 hours have passed)
  0429   refused with 130429 (too fast for the number)
  1056   refused with 131056 (too fast for the recipient)
  1000   refused twice with 131000 (HTTP 500), then accepted
`
}
