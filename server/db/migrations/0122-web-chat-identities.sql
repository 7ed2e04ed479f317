alter table identities drop constraint identities_kind_check;
alter table identities add constraint identities_kind_check
  check (kind in ('phone_e164', 'email', 'wa_id', 'bsuid', 'wa_username', 'psid', 'igsid', 'web_chat_id')) not valid;
