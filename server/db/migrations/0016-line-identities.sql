alter table identities
  drop constraint identities_kind_check,
  add constraint identities_kind_check
    check (kind in ('phone_e164', 'email', 'wa_id', 'bsuid', 'psid', 'igsid', 'line_user_id')) not valid;
