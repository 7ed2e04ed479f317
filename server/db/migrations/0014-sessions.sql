-- Readers of this table must not be able to use its sessions, which stay valid.
update sessions set token = encode(sha256(convert_to(token, 'UTF8')), 'hex');
comment on column sessions.token is 'SHA-256 of the token, in hexadecimal';
-- When the session was last used, and when its user last proved who they are.
alter table sessions add last_used_at timestamptz;
alter table sessions add confirmed_at timestamptz;
