alter table own_drafts alter column workspace_id set (n_distinct = 1);
