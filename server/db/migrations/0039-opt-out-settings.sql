-- The words with which customers opt out of marketing and in again. Without a row, the defaults apply.
create table opt_out_settings (
  workspace_id uuid primary key,
  languages jsonb not null,
  sends_replies boolean not null,
  updated_at timestamptz not null
);
