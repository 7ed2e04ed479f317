create index concurrently webhook_endpoints_tls_warn on webhook_endpoints (tls_warn_at) where tls_warn_at is not null;
