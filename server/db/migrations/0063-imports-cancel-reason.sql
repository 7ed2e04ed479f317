alter table imports
  add column started_by_type text,
  add column started_by_id uuid,
  add column cancel_reason text;
comment on column imports.started_by_type is 'the kind of the actor who started the check or the import, in whose name it works; null: none has been started since this column exists';
comment on column imports.cancel_reason is 'why it ended before its last row: member_removed or key_revoked; null: a member or a key canceled it, or it was not canceled';
