create unique index concurrently canned_replies_own_shortcut on canned_replies (lower(shortcut), workspace_id, membership_id, team_id) nulls not distinct;
