alter table channels
  drop constraint channels_type_check,
  add constraint channels_type_check
    check (type in ('whatsapp', 'messenger', 'instagram', 'line_oa')) not valid;
