alter table bulk_actions add column cancel_reason text;
comment on column bulk_actions.cancel_reason is 'why it ended before its last item: member_removed, role_changed or key_revoked; null: a member or a key canceled it, or it was not canceled';
