create index concurrently form_submissions_expiring on form_submissions (workspace_id, seen_at)
  where fingerprint not like 'event:%';
