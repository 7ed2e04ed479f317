-- Client certificates (mTLS) and own authorities of webhook endpoints.
alter table webhook_endpoints
  add column tls jsonb,
  add column tls_key bytea,
  add column tls_warn_at timestamptz;
comment on column webhook_endpoints.tls is 'certificate and ca (PEM), subject, issuer, fingerprint and expires_at of the certificate; null without either';
comment on column webhook_endpoints.tls_key is 'private key of the certificate, encrypted under SECRET_KEY; null without one';
comment on column webhook_endpoints.tls_warn_at is 'when admins get the next notice that the certificate expires; null for no more';
