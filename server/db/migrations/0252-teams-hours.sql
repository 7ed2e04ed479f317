alter table teams
  add column business_hours_id uuid,
  add constraint teams_workspace_id_business_hours_id_fkey
    foreign key (workspace_id, business_hours_id) references business_hours (workspace_id, id)
    on delete set null (business_hours_id) deferrable;
comment on column teams.business_hours_id is 'null: the default ones of the workspace, if there are any';
